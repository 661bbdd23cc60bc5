package platonic_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	geocodev1 "github.com/platonic/platonic/clients/go/gen/geocode/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

func ExampleNewClient() {
	client, err := platonic.NewClient("https://platonic.example", platonic.WithAPIKey(os.Getenv("PLATONIC_API_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	answer, err := client.Geocode.Transform(context.Background(), &geocodev1.TransformRequest{
		Data:             &geocodev1.Vector{Values: []float64{1, 2, 3}},
		SourceDimensions: proto.Int32(3),
		TargetDimensions: proto.Int32(5),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.GetTransformedData())
}

func ExampleNewClient_unencrypted() {
	_, err := platonic.NewClient("http://platonic.example", platonic.WithAPIKey("key"))
	fmt.Println(err)
	// Output: platonic: http://platonic.example must be encrypted, as others could read the credentials and use them: use TLS, or WithPlainText on a network that is encrypted otherwise
}

func ExampleWallet_Pay() {
	credentials := new(platonic.Credentials)
	if err := json.Unmarshal([]byte(os.Getenv("CREDENTIALS")), credentials); err != nil {
		log.Fatal(err)
	}
	client, err := platonic.NewClient("https://platonic.example", platonic.WithCredentials(credentials))
	if err != nil {
		log.Fatal(err)
	}
	journal, err := platonic.NewFileJournal("/var/lib/shop/journal")
	if err != nil {
		log.Fatal(err)
	}
	wallet, err := client.Wallet(platonic.WalletOptions{Journal: journal})
	if err != nil {
		log.Fatal(err)
	}
	defer wallet.Close()
	outcome, err := wallet.Pay(context.Background(), platonic.Order{
		Recipient: "01920000-0000-7000-8000-0000000000be",
		TokenType: platonic.TokenStandard,
		Amount:    "12.5",
	})
	failure := new(platonic.Error)
	if errors.As(err, &failure) {
		log.Fatalf("nothing is in the ledger: %s %s", failure.Reason, failure.Parameter)
	}
	fmt.Println(outcome.Kind, outcome.ErrorCode())
}

func ExamplePages() {
	client, err := platonic.NewClient("https://platonic.example", platonic.WithAPIKey(os.Getenv("PLATONIC_API_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	request := &walletv1.ListHoldsRequest{IdentityId: proto.String("01920000-0000-7000-8000-0000000000ad")}
	for hold, err := range platonic.Pages[*walletv1.Hold](context.Background(), client.Holds.ListHolds, request) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(hold.GetId(), hold.GetExactLeft())
	}
}

func ExampleVerifyReceipt() {
	var stored struct {
		KeySet   json.RawMessage   `json:"keySet"`
		Receipts []json.RawMessage `json:"receipts"`
	}
	text, err := os.ReadFile("testdata/receipts.json")
	if err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		log.Fatal(err)
	}
	receipt := new(walletv1.Receipt)
	if err := protojson.Unmarshal(stored.Receipts[0], receipt); err != nil {
		log.Fatal(err)
	}
	proven, err := platonic.VerifyReceipt(receipt, stored.KeySet)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(proven.Order.Amount, proven.Order.Asset, proven.Order.Description)

	receipt.Sequence = proto.Int64(receipt.GetSequence() + 1)
	_, err = platonic.VerifyReceipt(receipt, stored.KeySet)
	fmt.Println(err)
	// Output:
	// 12.5 TOKEN_STANDARD dinner, für zwei
	// platonic: bad receipt: the statement says something else
}

func ExampleVerifyWebhook() {
	header := http.Header{}
	header.Set("webhook-id", "msg_1")
	header.Set("webhook-timestamp", "1800000000")
	header.Set("webhook-signature", "v1,HxsO33TuZucTat1lF7xtFvkn+LMjxqLZKPdheGgYs/w=")
	secrets := []string{"whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="}
	body := []byte(`{"approved":true}`)
	fmt.Println(platonic.VerifyWebhook(secrets, header, body, time.Unix(1800000010, 0)))
	fmt.Println(platonic.VerifyWebhook(secrets, header, body, time.Unix(1900000000, 0)))
	// Output:
	// <nil>
	// platonic: bad webhook: it is from another time than this receiver
}
