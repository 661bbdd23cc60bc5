package endpoints

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
)

// NewHTTPClient returns a client for HTTP/2, which gRPC needs: by TLS, or in plain text from its first byte on; or also for
// HTTP/1.1. A dead connection is noticed within 15 seconds, before a payment is given up.
func NewHTTPClient(http1 bool) *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second}
	transport.Protocols = new(http.Protocols)
	transport.Protocols.SetHTTP1(http1)
	transport.Protocols.SetHTTP2(true)
	transport.Protocols.SetUnencryptedHTTP2(!http1)
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second}
	return &http.Client{Transport: transport, CheckRedirect: RefuseRedirect}
}

// RefuseRedirect keeps credentials from following a redirect.
func RefuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Answer keeps the headers of an answer, which Connect does not show where it is one of an intermediary.
type Answer struct{ Header http.Header }

type answerKey struct{}

// WithAnswer returns a context in which the headers of the answer are kept.
func WithAnswer(ctx context.Context) (context.Context, *Answer) {
	kept := new(Answer)
	return context.WithValue(ctx, answerKey{}, kept), kept
}

// Observed is an HTTP client that keeps the headers of answers.
type Observed struct{ Client connect.HTTPClient }

// Do sends a request. It copies the headers: those of an attempt that was given up may still be read when the next begins.
func (o Observed) Do(request *http.Request) (*http.Response, error) {
	sent := request.WithContext(request.Context())
	sent.Header = request.Header.Clone()
	response, err := o.Client.Do(sent)
	if kept, ok := request.Context().Value(answerKey{}).(*Answer); ok && err == nil {
		kept.Header = response.Header
	}
	return response, err
}
