package platonic

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"connectrpc.com/connect"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/introduction"
	"github.com/platonic/platonic/clients/go/internal/traces"
)

// Option is a term on which a client works.
type Option func(*settings)

type settings struct {
	staticToken string
	credentials *Credentials
	clientID    string
	audience    string
	timeout     time.Duration
	hasTimeout  bool
	plainText   bool
	proxy       *string
	roots       []byte
	hasRoots    bool
	route       endpoints.Route
	httpClient  *http.Client
	isOwnClient bool
	protocol    []connect.ClientOption
	hooks       []func(context.Context, Attempt)
	logger      *slog.Logger
	now         func() time.Time
	products    string
	hasProducts bool
	warn        func(text string)
	traces      traces.Source
}

// WithAPIKey sends an API key, or the token of a session, with each call.
func WithAPIKey(key string) Option { return func(s *settings) { s.staticToken = key } }

// WithJWT sends a JWT with each call: one of the service, or of an issuer that it trusts.
func WithJWT(jwt string) Option { return WithAPIKey(jwt) }

// WithCredentials makes calls by a session of an identity, which is opened on first use and again after it has ended.
func WithCredentials(credentials *Credentials) Option {
	return func(s *settings) { s.credentials = credentials }
}

// WithClientID names this program and device: 1 to 64 letters, digits, dots, hyphens and underscores. Two
// clients with the same credentials need different ids, and have them by default: "wallet-00" to "wallet-ff", drawn at random.
func WithClientID(id string) Option { return func(s *settings) { s.clientID = id } }

// WithAudience names the audience of the service's tokens, its setting TOKEN_AUDIENCE, where it is not the origin of the
// endpoint. No tokens are minted for another one, as whoever asks for them could use them there.
func WithAudience(audience string) Option { return func(s *settings) { s.audience = audience } }

// WithTimeout sets the deadline of calls whose context has none, in place of those of the contract. It covers all attempts, and
// must be positive; more than 24 days count as 24 days.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout, s.hasTimeout = timeout, true }
}

// WithPlainText allows to send credentials without TLS, for networks that are encrypted by other means.
func WithPlainText() Option { return func(s *settings) { s.plainText = true } }

// WithHTTPClient makes calls with an HTTP client of the caller's, such as one with roots or a proxy of its own. Of an
// [http.Transport] it uses a copy, which speaks HTTP/2 and asks silent connections whether they live. A transport of another type
// must speak HTTP/2 for the gRPC protocol, and for http:// endpoints without TLS; let it send pings. One that sends none needs the
// method CloseIdleConnections, by which the next attempt leaves a connection that has not answered in time.
func WithHTTPClient(client *http.Client) Option { return func(s *settings) { s.httpClient = client } }

// WithProxy reaches the service by a proxy, such as http://proxy.example:3128, in place of those of HTTPS_PROXY and its like. The
// URL may have a user and a password, and begin with https://, socks5:// or socks5h://, too. gRPC needs an endpoint with TLS there.
func WithProxy(proxy string) Option { return func(s *settings) { s.proxy = &proxy } }

// WithRoots trusts certificates of authorities, in PEM, in place of those of the platform.
func WithRoots(certificates []byte) Option {
	return func(s *settings) { s.roots, s.hasRoots = certificates, true }
}

// WithConnectProtocol makes unary calls over HTTP/1.1, too, by the protocol of Connect in place of gRPC, for networks
// that do not let HTTP/2 through. In a browser it is the only one.
func WithConnectProtocol() Option { return func(s *settings) { s.protocol = nil } }

// WithHook calls a function after each attempt of a call. It is where metrics and traces are attached.
func WithHook(hook func(context.Context, Attempt)) Option {
	return func(s *settings) { s.hooks = append(s.hooks, hook) }
}

// WithTraceContext has each request carry the trace of the context of its call, over HTTP and over the channel: the function writes
// the headers traceparent and tracestate of a context, such as by a propagator of OpenTelemetry. Nothing else that it writes is sent,
// and a traceparent among the headers of a call wins. It is called for each attempt, by any goroutine.
func WithTraceContext(inject func(ctx context.Context, header http.Header)) Option {
	return func(s *settings) { s.traces = inject }
}

// WithLogger logs attempts: failed ones as warnings, others for debugging. Without it the client logs nothing but failures
// of the journal, and a service whose version does not go with its own, to the default logger.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) {
		s.logger = logger
		s.hooks = append(s.hooks, logAttempts(logger))
	}
}

// WithUserAgent puts the name and version of the caller's program, such as "shop/2.1", before those of this package in the header
// User-Agent of each request. In a browser the header is the browser's own.
func WithUserAgent(products string) Option {
	return func(s *settings) { s.products, s.hasProducts = products, true }
}

// WithOnWarning calls a function, in place of the logger, when the version of the service does not go with that of this package. A
// client tells it once.
func WithOnWarning(warn func(text string)) Option { return func(s *settings) { s.warn = warn } }

// WithClock sets the clock by which tokens and orders are dated. A clock that differs from that of the service by more than
// some seconds is corrected.
func WithClock(now func() time.Time) Option { return func(s *settings) { s.now = now } }

// drawnClientID returns the id of a client that is given none, so that clients of one identity which open at once do not make each
// other's counters old. It has no longer part, because the service keeps a counter for each id.
func drawnClientID() string { return fmt.Sprintf("wallet-%02x", randomBytes(1)) }

// settingsOf applies the options and refuses what cannot be honoured.
func settingsOf(endpoint *url.URL, options []Option) (*settings, error) {
	s := &settings{
		clientID: drawnClientID(),
		protocol: []connect.ClientOption{connect.WithGRPC()},
		logger:   slog.Default(),
		now:      time.Now,
	}
	if endpoints.IsBrowser {
		// It shows no trailers, which gRPC needs.
		s.protocol = nil
	}
	for _, option := range options {
		option(s)
	}
	if err := s.check(endpoint); err != nil {
		return nil, err
	}
	if s.warn == nil {
		s.warn = func(text string) { s.logger.Warn("platonic: " + text) }
	}
	return s, s.connect(endpoint)
}

// connect makes the HTTP client.
func (s *settings) connect(endpoint *url.URL) (err error) {
	http1 := len(s.protocol) == 0
	isRouted := s.proxy != nil || s.hasRoots
	switch {
	case isRouted && endpoints.IsBrowser:
		return errors.New("platonic: a browser has proxies and roots of its own: leave WithProxy and WithRoots out")
	case isRouted && s.httpClient != nil:
		return errors.New("platonic: give the proxy and the roots to the transport of WithHTTPClient, in place of WithProxy and WithRoots")
	case s.proxy != nil && endpoint.Scheme == "http" && !http1:
		return fmt.Errorf("platonic: a proxy takes gRPC to an endpoint with TLS alone, unlike %s: use https://, or WithConnectProtocol", endpoint)
	case s.httpClient != nil:
		s.httpClient, s.isOwnClient, err = endpoints.WithHTTP2(s.httpClient, http1)
		return err
	}
	if s.proxy != nil {
		if s.route.Proxy, err = endpoints.ParseProxy(*s.proxy); err != nil {
			return err
		}
	}
	if s.hasRoots {
		if s.route.Roots, err = endpoints.ParseRoots(s.roots); err != nil {
			return err
		}
	}
	s.httpClient, s.isOwnClient = endpoints.NewHTTPClient(s.route, http1), true
	return nil
}

// check refuses settings that contradict each other, and credentials for an endpoint without TLS that is not this machine.
func (s *settings) check(endpoint *url.URL) error {
	if s.staticToken != "" && s.credentials != nil {
		return errors.New("platonic: give either an API key or credentials, not both")
	}
	if s.hasTimeout && s.timeout <= 0 {
		return errors.New("platonic: a timeout must be positive; leave WithTimeout out for the deadlines of the contract")
	}
	if s.hasProducts {
		if err := introduction.CheckProducts(s.products); err != nil {
			return err
		}
	}
	if !isName(s.clientID) {
		return errors.New("platonic: a client id has 1 to 64 letters, digits, dots, hyphens and underscores")
	}
	if (s.staticToken != "" || s.credentials != nil) && !s.plainText {
		if err := endpoints.RequireEncrypted(endpoint); err != nil {
			return err
		}
	}
	if s.credentials != nil {
		return s.credentials.check()
	}
	return nil
}

// isName says whether a text is an id of a token.
func isName(text string) bool {
	for _, letter := range []byte(text) {
		isLetter := (letter|0x20 >= 'a' && letter|0x20 <= 'z') || (letter >= '0' && letter <= '9')
		if !isLetter && letter != '.' && letter != '_' && letter != '-' {
			return false
		}
	}
	return len(text) >= 1 && len(text) <= 64
}
