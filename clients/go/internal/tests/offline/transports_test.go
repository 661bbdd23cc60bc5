package offline_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/gen/wallet/v1/walletv1connect"
)

// listen starts a service on a port of this machine, by TLS or without, and returns its URL and how to trust it.
func listen(t *testing.T, isEncrypted bool) (string, *tls.Config) {
	t.Helper()
	server := serve(t, isEncrypted)
	if !isEncrypted {
		return server.URL, nil
	}
	return server.URL, server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
}

// serve starts a service on a port of this machine, by TLS or without.
func serve(t *testing.T, isEncrypted bool) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(walletv1connect.NewWalletServiceHandler(new(fakeService)))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		// As the service answers, which has no gRPC without HTTP/2.
		if request.ProtoMajor < 2 && strings.HasPrefix(request.Header.Get("Content-Type"), "application/grpc") {
			response.WriteHeader(http.StatusHTTPVersionNotSupported)
			return
		}
		mux.ServeHTTP(response, request)
	}))
	t.Cleanup(server.Close)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(!isEncrypted)
	server.Config.Protocols.SetHTTP2(isEncrypted)
	if !isEncrypted {
		server.Start()
		return server
	}
	server.EnableHTTP2 = true
	server.StartTLS()
	return server
}

func TestAClientOfTheCallersNeedsNoSettingsForHTTP2(t *testing.T) {
	for _, isEncrypted := range []bool{true, false} {
		url, trust := listen(t, isEncrypted)
		if trust != nil {
			trust.NextProtos = nil
		}
		for name, options := range map[string][]platonic.Option{"gRPC": nil, "Connect": {platonic.WithConnectProtocol()}} {
			own := &http.Client{Transport: &http.Transport{TLSClientConfig: trust}}
			client, err := platonic.NewClient(url, append(options, platonic.WithHTTPClient(own))...)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil {
				t.Errorf("%s to %s: %v", name, url, err)
			}
			client.Close()
		}
	}
}

func TestAnAnswerByHTTP1SaysWhatToDo(t *testing.T) {
	url, _ := listen(t, false)
	// Of a type that cannot be told to speak HTTP/2.
	own := transportOf(new(http.Transport).RoundTrip)
	client, err := platonic.NewClient(url, platonic.WithHTTPClient(&http.Client{Transport: own}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
	if reasonIn(err) != platonic.ReasonUnreachable || !strings.Contains(err.Error(), "WithConnectProtocol") {
		t.Errorf("%v", err)
	}
}

// wrapped is a transport of another type, such as one that measures.
type wrapped struct{ *http.Transport }

func TestTheNextAttemptLeavesASilentConnectionOfAnotherTransport(t *testing.T) {
	for name, call := range map[string]func(context.Context, *platonic.Client) error{
		"a call": func(ctx context.Context, client *platonic.Client) error {
			_, err := client.Wallets.GetWallet(ctx, &walletv1.GetWalletRequest{})
			return err
		},
		"calls": func(ctx context.Context, client *platonic.Client) error {
			limited, cancel := context.WithTimeout(ctx, 4*time.Second)
			defer cancel()
			_, _ = client.Wallets.GetWallet(limited, &walletv1.GetWalletRequest{})
			_, err := client.Wallets.GetWallet(ctx, &walletv1.GetWalletRequest{})
			return err
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.Handle(walletv1connect.NewWalletServiceHandler(new(fakeService)))
			protocols := new(http.Protocols)
			protocols.SetUnencryptedHTTP2(true)
			ends := make(pipes)
			server := &http.Server{Handler: mux, Protocols: protocols}
			go func() { _ = server.Serve(ends) }()
			dialed := 0
			var silent net.Conn
			own := &http.Transport{Protocols: protocols, DialContext: func(context.Context, string, string) (net.Conn, error) {
				near, far := net.Pipe()
				if dialed++; dialed == 1 {
					silent = near
					go func() { _, _ = io.Copy(io.Discard, far) }()
				} else {
					ends <- far
				}
				return near, nil
			}}
			client, err := platonic.NewClient("http://platonic.example", platonic.WithHTTPClient(&http.Client{Transport: wrapped{own}}))
			if err != nil {
				t.Fatal(err)
			}
			// A call that follows at once may find the first connection once more, before it is idle.
			if err := call(t.Context(), client); err != nil || dialed < 2 {
				t.Errorf("%s: %d connections, %v", name, dialed, err)
			}
			client.Close()
			own.CloseIdleConnections()
			_ = silent.Close()
			_ = server.Close()
		})
	}
}

// pipes is a listener of connections in memory.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, isOpen := <-p; isOpen {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return new(net.TCPAddr) }

func TestASilentConnectionOfATransportOfTheCallersIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var dialed []time.Duration
		var opened []net.Conn
		own := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			dialed = append(dialed, time.Since(began))
			near, far := net.Pipe()
			opened = append(opened, near)
			go func() { _, _ = io.Copy(io.Discard, far) }()
			return near, nil
		}}
		client, err := platonic.NewClient("http://platonic.example", platonic.WithHTTPClient(&http.Client{Transport: own}),
			platonic.WithTimeout(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		client.Close()
		for _, conn := range opened {
			_ = conn.Close()
		}
		if failure := reasonIn(err); len(dialed) < 2 || dialed[1] < 15*time.Second || dialed[1] > 16*time.Second || failure == "" {
			t.Errorf("dialed after %v, %v", dialed, err)
		}
	})
}
