package offline_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// answers is an HTTP client that gives every request the same answer.
type answers struct {
	status int
	body   string
	err    error
}

func (a answers) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Path != "/.well-known/jwks.json" || request.Header.Get("Authorization") != "" {
		return nil, io.ErrUnexpectedEOF
	}
	answer := &http.Response{StatusCode: a.status, Status: http.StatusText(a.status), Request: request}
	answer.Body = io.NopCloser(strings.NewReader(a.body))
	return answer, a.err
}

func TestKeySetIsFetchedWithoutCredentials(t *testing.T) {
	service := platonic.WithHTTPClient(&http.Client{Transport: answers{status: http.StatusOK, body: `{"keys":[]}`}})
	client, err := platonic.NewClient("https://platonic.example", service, platonic.WithAPIKey("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if keySet, err := client.KeySet(t.Context()); err != nil || string(keySet) != `{"keys":[]}` {
		t.Errorf("%s, %v", keySet, err)
	}
}

func TestKeySetSaysWhyThereIsNone(t *testing.T) {
	for _, service := range []answers{{status: http.StatusBadGateway}, {status: http.StatusOK, err: io.ErrClosedPipe}} {
		client, err := platonic.NewClient("https://platonic.example", platonic.WithHTTPClient(&http.Client{Transport: service}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.KeySet(t.Context())
		if failure, ok := err.(*platonic.Error); !ok || failure.Reason != platonic.ReasonUnreachable || !strings.Contains(err.Error(), "jwks.json") {
			t.Errorf("%v", err)
		}
	}
}

func TestWalletHasCredentialsOfItsOwn(t *testing.T) {
	service := &fakeService{audience: "https://platonic.example"}
	anonymous := service.client(t, platonic.WithAPIKey("key"))
	if _, err := anonymous.Wallet(platonic.WalletOptions{}); err == nil || !strings.Contains(err.Error(), "WalletOptions.Credentials") {
		t.Errorf("%v", err)
	}
	wallet, err := anonymous.Wallet(platonic.WalletOptions{Credentials: credentialsOf("ada")})
	if err != nil {
		t.Fatal(err)
	}
	defer wallet.Close()
	for range 2 {
		if err := wallet.Create(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if sent := service.headers[1].Get("Authorization"); sent != "Bearer session-1" {
		t.Errorf("%q", sent)
	}
	_, err = anonymous.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
	if sent := service.headers[2].Get("Authorization"); err != nil || sent != "Bearer key" {
		t.Errorf("%q, %v", sent, err)
	}
}

func TestWalletRefusesToSendCredentialsUnencrypted(t *testing.T) {
	client, err := platonic.NewClient("http://platonic.example")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Wallet(platonic.WalletOptions{Credentials: credentialsOf("ada")}); err == nil {
		t.Error("it would send them")
	}
	if _, err := client.Wallet(platonic.WalletOptions{Credentials: new(platonic.Credentials)}); err == nil {
		t.Error("it takes credentials without keys")
	}
}
