package endpoints

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"time"

	"connectrpc.com/connect"
	"github.com/platonic/platonic/clients/go/internal/traces"
)

// IsBrowser is set where requests are those of a browser, which names itself.
const IsBrowser = runtime.GOOS == "js"

const (
	// keepAlive is the silence after which a connection is asked whether it lives.
	keepAlive = 10 * time.Second
	// KeepAliveAnswer is the time for the answer of a connection that should not be silent; one without an answer is given up.
	KeepAliveAnswer = 5 * time.Second
)

// NewHTTPClient returns a client for HTTP/2, which gRPC needs: by TLS, or in plain text from its first byte on; or also for
// HTTP/1.1. A dead connection is noticed within 15 seconds, before a payment is given up.
func NewHTTPClient(route Route, http1 bool) *http.Client {
	transport := route.transport()
	transport.MaxIdleConnsPerHost, transport.IdleConnTimeout = 16, 90*time.Second
	return &http.Client{Transport: enabled(transport, http1), CheckRedirect: refuseRedirect}
}

// NewHTTP1Client returns a client for HTTP/1.1 alone, from which WebSockets begin.
func NewHTTP1Client(route Route) *http.Client {
	transport := route.transport()
	transport.Protocols = new(http.Protocols)
	transport.Protocols.SetHTTP1(true)
	return &http.Client{Transport: transport, CheckRedirect: refuseRedirect}
}

// WithHTTP2 returns a client of a caller with a copy of its transport that speaks HTTP/2 and notices dead connections. A
// transport of another type, and one whose HTTP/2 is another library's, remain as they are; then it says that the client is not
// a copy. It refuses a transport that is told not to speak HTTP/2, unless HTTP/1.1 is enough.
func WithHTTP2(given *http.Client, http1 bool) (client *http.Client, isCopy bool, err error) {
	transport, isStandard := given.Transport.(*http.Transport)
	if given.Transport == nil {
		transport, isStandard = http.DefaultTransport.(*http.Transport)
	}
	if !isStandard {
		return given, false, nil
	}
	copied := transport.Clone()
	// A transport that was used has this, too, but its copy has not, unless the caller has set it.
	_, isOther := copied.TLSNextProto["h2"]
	isRefused := copied.TLSNextProto != nil && !isOther ||
		copied.Protocols != nil && !copied.Protocols.HTTP2() && !copied.Protocols.UnencryptedHTTP2()
	switch {
	case isRefused && !http1:
		return nil, false, errors.New("platonic: gRPC needs HTTP/2, which the transport of WithHTTPClient is told not to speak: " +
			"let it, or use WithConnectProtocol")
	case isRefused, isOther:
		return given, false, nil
	}
	copiedClient := *given
	client = &copiedClient
	client.Transport = enabled(copied, http1)
	return client, true, nil
}

// enabled makes a transport speak HTTP/2 with pings, where it was told nothing else.
func enabled(transport *http.Transport, http1 bool) *http.Transport {
	if transport.Protocols == nil {
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetHTTP1(http1)
		transport.Protocols.SetHTTP2(true)
		transport.Protocols.SetUnencryptedHTTP2(!http1)
	}
	if transport.HTTP2 == nil {
		transport.HTTP2 = new(http.HTTP2Config)
	}
	if transport.HTTP2.SendPingTimeout == 0 {
		transport.HTTP2.SendPingTimeout = keepAlive
	}
	if transport.HTTP2.PingTimeout == 0 {
		transport.HTTP2.PingTimeout = KeepAliveAnswer
	}
	return transport
}

// refuseRedirect keeps credentials from following a redirect.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Answer keeps what Connect does not show of an answer that is one of an intermediary. Its status is zero while there is none.
type Answer struct {
	Status int
	Header http.Header
	// isOldHTTP is set if gRPC was answered by a version of HTTP that cannot carry it.
	isOldHTTP bool
}

// Describe returns a text for an answer that is not one of the service, with what is known of it.
func (a *Answer) Describe(text string) string {
	if a.isOldHTTP {
		return fmt.Sprintf("gRPC needs HTTP/2, and the answer is HTTP/1.1 with status %d: give WithHTTPClient a transport that "+
			"speaks HTTP/2, or use WithConnectProtocol", a.Status)
	}
	if a.Status == http.StatusOK && text != "" {
		return text
	}
	kind := a.Header.Get("Content-Type")
	if kind == "" {
		kind = "no content type"
	}
	return fmt.Sprintf("the answer is not one of the service: HTTP status %d %s, with %s", a.Status, http.StatusText(a.Status), kind)
}

type answerKey struct{}

// WithAnswer returns a context in which the headers of the answer are kept.
func WithAnswer(ctx context.Context) (context.Context, *Answer) {
	kept := new(Answer)
	return context.WithValue(ctx, answerKey{}, kept), kept
}

// versionHeader is the header by which the service tells its version.
const versionHeader = "Platonic-Version"

// Observed is an HTTP client that names itself, passes the trace of the caller on, and keeps the headers of answers.
type Observed struct {
	Client connect.HTTPClient
	// UserAgent is sent with each request.
	UserAgent string
	// OnVersion is told the version of the service in each answer; empty for an answer without one.
	OnVersion func(version string)
	// Traces has the trace that a request carries.
	Traces traces.Source
}

// Do sends a request. It copies the headers: those of an attempt that was given up may still be read when the next begins.
func (o Observed) Do(request *http.Request) (*http.Response, error) {
	sent := request.WithContext(request.Context())
	sent.Header = request.Header.Clone()
	if IsBrowser {
		sent.Header.Del("User-Agent")
	} else {
		sent.Header.Set("User-Agent", o.UserAgent)
	}
	o.Traces.Set(sent.Context(), sent.Header)
	response, err := o.Client.Do(sent)
	if err != nil {
		return response, err
	}
	o.OnVersion(response.Header.Get(versionHeader))
	if kept, ok := request.Context().Value(answerKey{}).(*Answer); ok {
		kept.Status, kept.Header = response.StatusCode, response.Header
		kept.isOldHTTP = response.ProtoMajor < 2 && strings.HasPrefix(sent.Header.Get("Content-Type"), "application/grpc")
	}
	return response, nil
}
