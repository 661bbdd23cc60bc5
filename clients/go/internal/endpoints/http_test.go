package endpoints

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// used returns a transport that has made a request, which sets what is set on first use.
func used(t *testing.T) *http.Transport {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	transport := new(http.Transport)
	answer, err := (&http.Client{Transport: transport}).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return transport
}

func TestTransportsOfCallersSpeakHTTP2WithPings(t *testing.T) {
	for name, given := range map[string]http.RoundTripper{
		"none":       nil,
		"plain":      &http.Transport{},
		"own roots":  &http.Transport{TLSClientConfig: new(tls.Config)},
		"used":       used(t),
		"half a set": &http.Transport{HTTP2: &http.HTTP2Config{MaxReadFrameSize: 1 << 20}},
	} {
		client := &http.Client{Transport: given, Timeout: time.Hour}
		for _, withHTTP1 := range []bool{false, true} {
			copied, isCopy, err := WithHTTP2(client, withHTTP1)
			if err != nil || !isCopy || copied.Timeout != time.Hour || client.Transport != given {
				t.Fatalf("%s: %v, %v", name, copied, err)
			}
			transport := copied.Transport.(*http.Transport)
			protocols, pings := transport.Protocols, transport.HTTP2
			if !protocols.HTTP2() || protocols.UnencryptedHTTP2() == withHTTP1 || protocols.HTTP1() != withHTTP1 {
				t.Errorf("%s speaks %v", name, protocols)
			}
			if pings.SendPingTimeout != keepAlive || pings.PingTimeout != KeepAliveAnswer {
				t.Errorf("%s sends pings after %v", name, pings.SendPingTimeout)
			}
			if original, ok := given.(*http.Transport); ok && (original.Protocols != nil || original.HTTP2 != nil && original.HTTP2.SendPingTimeout != 0) {
				t.Errorf("%s: the caller's transport was changed", name)
			}
		}
	}
}

func TestTransportsKeepWhatTheirCallersHaveSet(t *testing.T) {
	own := &http.Transport{HTTP2: &http.HTTP2Config{SendPingTimeout: time.Minute, PingTimeout: time.Second}, Protocols: new(http.Protocols)}
	own.Protocols.SetHTTP2(true)
	copied, _, err := WithHTTP2(&http.Client{Transport: own}, false)
	if err != nil {
		t.Fatal(err)
	}
	transport := copied.Transport.(*http.Transport)
	if transport.HTTP2.SendPingTimeout != time.Minute || transport.HTTP2.PingTimeout != time.Second || transport.Protocols.UnencryptedHTTP2() {
		t.Errorf("%+v, %v", transport.HTTP2, transport.Protocols)
	}
	other := &http.Client{Transport: http.NewFileTransport(http.Dir("."))}
	if kept, isCopy, err := WithHTTP2(other, false); kept != other || isCopy || err != nil {
		t.Errorf("a transport of another type: %v, %v", kept, err)
	}
}

func TestATransportWithoutHTTP2IsRefusedForGRPC(t *testing.T) {
	http1 := new(http.Protocols)
	http1.SetHTTP1(true)
	for _, transport := range []*http.Transport{
		{Protocols: http1}, {TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}},
	} {
		client := &http.Client{Transport: transport}
		if _, _, err := WithHTTP2(client, false); err == nil {
			t.Error("it is taken for gRPC")
		}
		if kept, _, err := WithHTTP2(client, true); kept != client || err != nil {
			t.Errorf("it is not taken for Connect: %v", err)
		}
	}
}
