package offline_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/vectorfiles"
	"google.golang.org/protobuf/proto"
)

func TestHeadsAreConsistentAsTheVectorsSay(t *testing.T) {
	vectors := vectorfiles.ReadTree(t).Consistency
	if len(vectors) < 100 {
		t.Errorf("there are %d vectors", len(vectors))
	}
	for _, vector := range vectors {
		earlier := platonic.TreeHead{Size: vector.Earlier.Size, Root: vector.Earlier.Root}
		later := platonic.TreeHead{Size: vector.Later.Size, Root: vector.Later.Root}
		if platonic.IsConsistent(earlier, later, vector.Proof) != vector.Valid {
			t.Errorf("%s: %v", vector.Name, !vector.Valid)
		}
	}
}

func TestReceiptsAreInTheTreeAsTheVectorsSay(t *testing.T) {
	vectors := vectorfiles.ReadTree(t)
	key := map[string]string{"kty": "OKP", "crv": "Ed25519", "kid": vectors.Key.ID, "x": base64url.Encode(vectors.Key.PublicKey)}
	keySet, err := json.Marshal(map[string]any{"keys": []any{key}})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, vector := range vectors.Inclusion {
		receipt := new(walletv1.Receipt)
		if err := proto.Unmarshal(vector.Message, receipt); err != nil {
			t.Fatal(err)
		}
		proven, err := platonic.VerifyReceipt(receipt, keySet)
		if vector.Head != nil {
			if err != nil || proven.Head.Size != vector.Head.Size || !bytes.Equal(proven.Head.Root, vector.Head.Root) {
				t.Errorf("%s: %v, %v", vector.Name, proven, err)
			}
			continue
		}
		refused++
		if !errors.Is(err, platonic.ErrBadReceipt) || !strings.HasSuffix(err.Error(), ": "+vector.Refused) {
			t.Errorf("%s: %v", vector.Name, err)
		}
		receipt.Inclusion = nil
		if proven, err := platonic.VerifyReceipt(receipt, keySet); err != nil || proven.Head != nil {
			t.Errorf("%s, without it: %v, %v", vector.Name, proven, err)
		}
	}
	if accepted := len(vectors.Inclusion) - refused; refused < 30 || accepted < 20 {
		t.Errorf("%d are refused, and %d are not", refused, accepted)
	}
}
