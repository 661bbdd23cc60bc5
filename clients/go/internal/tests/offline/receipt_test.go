package offline_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

func TestReceiptsProveWhatTheySay(t *testing.T) {
	var recorded struct {
		KeySet   json.RawMessage   `json:"keySet"`
		Receipts []json.RawMessage `json:"receipts"`
	}
	text, err := os.ReadFile("../../../testdata/receipts.json")
	if err == nil {
		err = json.Unmarshal(text, &recorded)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range recorded.Receipts {
		receipt := new(walletv1.Receipt)
		if err := protojson.Unmarshal(text, receipt); err != nil {
			t.Fatal(err)
		}
		proven, err := platonic.VerifyReceipt(receipt, recorded.KeySet)
		if err != nil || proven.Sequence != receipt.GetSequence() || proven.TransactionID != receipt.GetTransactionId() ||
			proven.Order.Kind == "" {
			t.Errorf("%v, %v", proven, err)
		}
		receipt.Sequence = proto.Int64(receipt.GetSequence() + 1)
		if _, err := platonic.VerifyReceipt(receipt, recorded.KeySet); !errors.Is(err, platonic.ErrBadReceipt) {
			t.Error(err)
		}
	}
}
