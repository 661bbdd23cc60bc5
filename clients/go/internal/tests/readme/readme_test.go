// Package readme runs the code of the README that is no whole program. A test of the repository compares both.
package readme

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

// credentials are those of an identity that no service has.
func credentials() *platonic.Credentials {
	return &platonic.Credentials{
		IdentityID: "01920000-0000-7000-8000-0000000000ad", KeyID: "01920000-0000-7000-8000-0000000000c1",
		Key:         ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)),
		RotationKey: platonic.RotationKey{Version: 1, Secret: make([]byte, 32)},
	}
}

// openClient returns a client of a service that is not there.
func openClient(t *testing.T) *platonic.Client {
	t.Helper()
	client, err := platonic.NewClient("http://127.0.0.1:1", platonic.WithCredentials(credentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func TestRequests(t *testing.T) {
	identityID := "01920000-0000-7000-8000-0000000000ad"
	request := &walletv1.ListLedgerEntriesRequest{
		IdentityId: &identityID,
		PageSize:   proto.Int32(10),
	}
	if request.GetPageSize() != 10 {
		t.Error(request)
	}
}

func TestErrors(t *testing.T) {
	told := ""
	tell := func(text string) { told = text }
	var err error = &platonic.Error{Reason: platonic.ReasonParameterInvalid, Parameter: "data[2]"}
	failure := new(platonic.Error)
	if errors.As(err, &failure) && failure.Reason == platonic.ReasonParameterInvalid {
		tell("correct " + failure.Parameter)
	}
	if told != "correct data[2]" {
		t.Error(told)
	}
}

func TestJournal(t *testing.T) {
	run := func(ctx context.Context, client *platonic.Client, folder string, settled func(platonic.Outcome)) error {
		journal, err := platonic.NewFileJournal(folder)
		if err != nil {
			return err
		}
		wallet, err := client.Wallet(platonic.WalletOptions{Journal: journal, OnSettled: settled})
		if err != nil {
			return err
		}
		defer wallet.Close()
		outcomes, err := wallet.Reconcile(ctx) // What an earlier process has left.
		if err != nil {
			return err
		}
		for _, outcome := range outcomes {
			settled(outcome)
		}
		wallet.Acknowledge() // They are written down.
		return nil
	}
	folder := filepath.Join(t.TempDir(), "journal")
	if err := run(t.Context(), openClient(t), folder, func(platonic.Outcome) {}); err != nil {
		t.Error(err)
	}
}

// wages yields the orders of a file, each of which is an object of JSON:
// {"id": "01920000-0000-7000-8000-000000000001", "recipient": "...", "tokenType": 1, "amount": "12.5"}
func wages(path string) iter.Seq2[platonic.Order, error] {
	return func(yield func(platonic.Order, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(platonic.Order{}, err)
			return
		}
		defer file.Close()
		for orders := json.NewDecoder(file); orders.More(); {
			var order platonic.Order
			err := orders.Decode(&order)
			if !yield(order, err) || err != nil {
				return
			}
		}
	}
}

func payWages(ctx context.Context, wallet *platonic.Wallet, path string) error {
	for outcome, err := range wallet.PayAll(ctx, wages(path)) {
		if err != nil {
			return err
		}
		fmt.Println(outcome.ID, outcome.Kind, outcome.ErrorCode())
	}
	return nil
}

func TestPayAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wages.txt")
	const orders = `{"id": "01920000-0000-7000-8000-000000000001", "recipient": "01920000-0000-7000-8000-0000000000be", "tokenType": 1, "amount": "12.5"}
{"id": "01920000-0000-4000-8000-000000000002"}
`
	if err := os.WriteFile(path, []byte(orders), 0o600); err != nil {
		t.Fatal(err)
	}
	for order, err := range wages(path) {
		if err != nil || order.ID == "" {
			t.Errorf("%+v, %v", order, err)
		}
		if order.Amount == "12.5" && (order.Recipient == "" || order.TokenType != platonic.TokenStandard) {
			t.Errorf("%+v", order)
		}
	}
	wallet, err := openClient(t).Wallet(platonic.WalletOptions{})
	if err != nil {
		t.Fatal(err)
	}
	failure := new(platonic.Error)
	if err := payWages(t.Context(), wallet, path); !errors.As(err, &failure) || failure.Parameter != "orders[1].createdAt" {
		t.Error(err)
	}
	if err := payWages(t.Context(), wallet, path+" of another year"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestEvents(t *testing.T) {
	store := func(context.Context, *walletv1.LedgerEntry, string) error { return nil }
	run := func(ctx context.Context, wallet *platonic.Wallet, cursor string) error {
		for event, err := range wallet.Events(ctx, platonic.EventOptions{Cursor: cursor}) {
			if err != nil {
				return err
			}
			// What is done for the event and its cursor are stored together.
			if err := store(ctx, event.Entry, event.Cursor); err != nil {
				return err
			}
		}
		return nil
	}
	wallet, err := openClient(t).Wallet(platonic.WalletOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, wallet, ""); err != nil {
		t.Error(err)
	}
}

func TestWebhooks(t *testing.T) {
	dealt := ""
	deal := func(id string, body []byte) { dealt = id + string(body) }
	key := []byte("01234567890123456789012345678901")
	secret := "whsec_" + base64.StdEncoding.EncodeToString(key)
	receive := func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil {
			return
		}
		if err := platonic.VerifyWebhook([]string{secret}, request.Header, body, time.Now()); err != nil {
			http.Error(response, "not from the service", http.StatusUnauthorized)
			return
		}
		deal(request.Header.Get("webhook-id"), body) // It does nothing for an id that it has dealt with.
	}
	for body, status := range map[string]int{"{}": http.StatusOK, "{} ": http.StatusUnauthorized} {
		request := httptest.NewRequest(http.MethodPost, "/", bytes.NewBufferString(body))
		at := strconv.FormatInt(time.Now().Unix(), 10)
		mac := hmac.New(sha256.New, key)
		_, _ = fmt.Fprintf(mac, "msg_1.%s.{}", at)
		request.Header.Set("webhook-id", "msg_1")
		request.Header.Set("webhook-timestamp", at)
		request.Header.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		recorder := httptest.NewRecorder()
		receive(recorder, request)
		if recorder.Code != status || dealt != "msg_1{}" && status == http.StatusOK {
			t.Errorf("%q: %d, %s", body, recorder.Code, dealt)
		}
	}
}

func TestChannel(t *testing.T) {
	run := func(ctx context.Context, client *platonic.Client) (*platonic.Wallet, error) {
		keySet, err := client.KeySet(ctx)
		if err != nil {
			return nil, err
		}
		return client.Wallet(platonic.WalletOptions{Channel: &platonic.ChannelOptions{KeySet: keySet}})
	}
	service := httptest.NewUnstartedServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(response, `{"keys": []}`)
	}))
	service.Config.Protocols = new(http.Protocols)
	service.Config.Protocols.SetUnencryptedHTTP2(true)
	service.Start()
	defer service.Close()
	client, err := platonic.NewClient(service.URL, platonic.WithCredentials(credentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := run(t.Context(), client); err != nil {
		t.Error(err)
	}
}

func TestProxiesAndCertificates(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	file := filepath.Join(t.TempDir(), "authorities.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(key, file string) (*platonic.Client, error) {
		authorities, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return platonic.NewClient("https://platonic.example",
			platonic.WithAPIKey(key),
			platonic.WithProxy("http://user:password@proxy.example:3128"),
			platonic.WithRoots(authorities),
			platonic.WithUserAgent("shop/2.1"),
			platonic.WithOnWarning(func(text string) { slog.Warn(text) }),
		)
	}
	if _, err := open("key", file); err != nil {
		t.Error(err)
	}
}
