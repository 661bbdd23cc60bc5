package offline_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

var ownName = regexp.MustCompile(`^platonic-client-go/` + regexp.QuoteMeta(platonic.Version) +
	` \(go\d+[\w.]*; ` + runtime.GOOS + ` ` + runtime.GOARCH + `\)$`)

// told answers as the service does, and tells its n-th version with the n-th answer.
func told(service *fakeService, versions ...string) http.RoundTripper {
	answers := 0
	return transportOf(func(request *http.Request) (*http.Response, error) {
		response, err := service.RoundTrip(request)
		if answers < len(versions) {
			response.Header.Set("Platonic-Version", versions[answers])
		}
		answers++
		return response, err
	})
}

func TestRequestsNameTheirClient(t *testing.T) {
	for products, options := range map[string][]platonic.Option{
		"": nil, "shop/2.1 ": {platonic.WithUserAgent("shop/2.1")}, "shop/2.1 (till 7) ": {platonic.WithUserAgent("shop/2.1 (till 7)")},
	} {
		for protocol, more := range map[string][]platonic.Option{"gRPC": nil, "Connect": {platonic.WithConnectProtocol()}} {
			var names []string
			note := transport(func(request *http.Request) *http.Response {
				names = append(names, request.Header.Get("User-Agent"))
				return answered(http.NotFoundHandler(), request)
			})
			client, err := platonic.NewClient("https://platonic.example",
				append(append(more, platonic.WithHTTPClient(&http.Client{Transport: note})), options...)...)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
			_, _ = client.KeySet(t.Context())
			stream, err := client.Events.Watch(t.Context(), &walletv1.WatchRequest{})
			if err == nil {
				stream.Receive()
				_ = stream.Close()
			}
			for _, name := range names {
				own, has := strings.CutPrefix(name, products)
				if !has || !ownName.MatchString(own) {
					t.Errorf("%s: %q", protocol, name)
				}
			}
			if len(names) != 3 {
				t.Errorf("%s: %d requests", protocol, len(names))
			}
		}
	}
}

func TestAChannelNamesItsClient(t *testing.T) {
	names := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		select {
		case names <- request.Header.Get("User-Agent"):
		default:
		}
	}))
	defer server.Close()
	client, err := platonic.NewClient(server.URL, platonic.WithCredentials(credentialsOf("ada")))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.Wallet(platonic.WalletOptions{Channel: &platonic.ChannelOptions{StaticKeys: [][]byte{make([]byte, 32)}}}); err != nil {
		t.Fatal(err)
	}
	if name := <-names; !ownName.MatchString(name) {
		t.Errorf("%q", name)
	}
}

func TestAUserAgentIsChecked(t *testing.T) {
	for _, products := range []string{"", " ", "shop/2.1 ", "a  b", "shop\r\nX: y", "läden/1", strings.Repeat("a", 257)} {
		if _, err := platonic.NewClient("https://platonic.example", platonic.WithUserAgent(products)); err == nil {
			t.Errorf("%q is taken", products)
		}
	}
}

func TestAServiceOfAnotherVersionIsToldOnce(t *testing.T) {
	older := "the service at https://platonic.example has version %s, older than this client (0.1.0): calls that it does not know " +
		"fail with NOT_FOUND; update the service, or use the client of its version"
	newer := "the service at https://platonic.example has version %s, newer than this client (0.1.0): update the client"
	for _, test := range []struct {
		versions []string
		known    string
		warning  string
	}{
		{[]string{"0.1.0"}, "0.1.0", ""},
		{[]string{"0.1.99-rc.1+build"}, "0.1.99-rc.1+build", ""},
		{[]string{"0.0.9", "0.0.9", "7.0.0"}, "0.0.9", older},
		{[]string{"0.2.0", "0.2.0"}, "0.2.0", newer},
		{[]string{"7.0.0"}, "7.0.0", newer},
		{[]string{"moon", "0.1", "1.0.0.0", "99999999999.0.0", "", "v1.0.0"}, "", ""},
		{[]string{"moon", "7.0.0"}, "7.0.0", newer},
		{nil, "", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			var warnings []string
			service := &fakeService{audience: "https://platonic.example"}
			client := service.client(t, platonic.WithHTTPClient(&http.Client{Transport: told(service, test.versions...)}),
				platonic.WithOnWarning(func(text string) { warnings = append(warnings, text) }),
				platonic.WithCredentials(credentialsOf("ada")))
			if client.ServiceVersion() != "" {
				t.Errorf("the version is %s before the first answer", client.ServiceVersion())
			}
			wallet := walletWith(t, client, platonic.NewMemoryJournal())
			for range 3 {
				if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil {
					t.Fatal(err)
				}
				if err := wallet.Create(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			want := []string{}
			if test.warning != "" {
				want = append(want, fmt.Sprintf(test.warning, test.known))
			}
			if client.ServiceVersion() != test.known || wallet.Client().ServiceVersion() != test.known || fmt.Sprint(warnings) != fmt.Sprint(want) {
				t.Errorf("%v: %s, %q", test.versions, client.ServiceVersion(), warnings)
			}
			client.Close()
		})
	}
}

func TestAWarningIsLoggedWhereNobodyElseIsTold(t *testing.T) {
	var log bytes.Buffer
	service := &fakeService{}
	client := service.client(t, platonic.WithHTTPClient(&http.Client{Transport: told(service, "7.0.0")}),
		platonic.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if _, err := client.Wallets.GetWallet(context.Background(), &walletv1.GetWalletRequest{}); err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.Contains(text, "level=WARN") || !strings.Contains(text, "has version 7.0.0") {
		t.Error(text)
	}
}
