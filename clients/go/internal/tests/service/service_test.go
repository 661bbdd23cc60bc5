package service_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	adminv1 "github.com/platonic/platonic/clients/go/gen/admin/v1"
	geocodev1 "github.com/platonic/platonic/clients/go/gen/geocode/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

// serviceURL returns the endpoint of a service with DEVELOPMENT=1, whose key is in PLATONIC_API_KEY.
func serviceURL(t *testing.T) string {
	t.Helper()
	url := os.Getenv("PLATONIC_URL")
	if url == "" {
		t.Skip("PLATONIC_URL names no service")
	}
	return url
}

func newClient(t *testing.T, options ...platonic.Option) *platonic.Client {
	t.Helper()
	client, err := platonic.NewClient(serviceURL(t), options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// newOperator returns a client with the key of the service's operator, who may encode and make money.
func newOperator(t *testing.T) *platonic.Client {
	t.Helper()
	key := os.Getenv("PLATONIC_API_KEY")
	if key == "" {
		t.Skip("PLATONIC_API_KEY is not set")
	}
	return newClient(t, platonic.WithAPIKey(key))
}

// username returns a name that nobody else has.
func username(name string) string { return fmt.Sprintf("%s-%x", name, time.Now().UnixNano()) }

// registrar returns the options of a client that registers others.
func registrar() []platonic.Option {
	if key := os.Getenv("PLATONIC_API_KEY"); key != "" {
		return []platonic.Option{platonic.WithAPIKey(key)}
	}
	return nil
}

func register(t *testing.T, name string) *platonic.Credentials {
	t.Helper()
	credentials, err := newClient(t, registrar()...).Register(t.Context(), platonic.Registration{Username: username(name)})
	if err != nil {
		t.Fatal(err)
	}
	return credentials
}

func TestServiceTransformsAVector(t *testing.T) {
	answer, err := newOperator(t).Geocode.Transform(t.Context(), &geocodev1.TransformRequest{
		Data:             &geocodev1.Vector{Values: []float64{1, 2, 3}},
		SourceDimensions: proto.Int32(3),
		TargetDimensions: proto.Int32(5),
	})
	if err != nil || len(answer.GetTransformedData()) != 5 {
		t.Fatalf("%v, %v", answer, err)
	}
}

func TestServiceNamesTheParameterThatIsWrong(t *testing.T) {
	_, err := newOperator(t).Geocode.Transform(t.Context(), &geocodev1.TransformRequest{
		Data:             &geocodev1.Vector{Values: []float64{1, 2, 3}},
		SourceDimensions: proto.Int32(3),
		TargetDimensions: proto.Int32(99),
	})
	failure := new(platonic.Error)
	if !errors.As(err, &failure) || failure.Reason != platonic.ReasonParameterInvalid || failure.Parameter != "target_dimensions" {
		t.Fatalf("%v", err)
	}
}

func TestServiceOpensASessionForAClockThatIsWrong(t *testing.T) {
	credentials := register(t, "clock")
	for _, offset := range []time.Duration{0, time.Hour, -time.Hour} {
		clock := platonic.WithClock(func() time.Time { return time.Now().Add(offset) })
		client := newClient(t, platonic.WithCredentials(credentials), clock, platonic.WithClientID(fmt.Sprintf("go%d", offset)))
		token, err := client.Session().Token(t.Context())
		if err != nil || token == "" {
			t.Errorf("%v: %v", offset, err)
		}
	}
}

func TestServiceIsCalledUntilTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newOperator(t).Geocode.Transform(ctx, &geocodev1.TransformRequest{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
}

func TestServiceSpeaksTheProtocolOfConnect(t *testing.T) {
	credentials := register(t, "connect")
	client := newClient(t, platonic.WithCredentials(credentials), platonic.WithConnectProtocol())
	wallet, err := client.Wallet(platonic.WalletOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer wallet.Close()
	if err := wallet.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err = newOperator(t).Ledger.Deposit(t.Context(), &adminv1.DepositRequest{
		IdentityId: proto.String(wallet.IdentityID()),
		TokenType:  platonic.TokenStandard.Enum(),
		Amount:     &walletv1.Amount{Form: &walletv1.Amount_Decimal{Decimal: "1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for event, err := range wallet.Events(t.Context(), platonic.EventOptions{FromStart: true}) {
		if err != nil || event.Entry.GetIssuance().GetExactAmount() != "1" {
			t.Errorf("%+v, %v", event, err)
		}
		break
	}
}
