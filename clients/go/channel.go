package platonic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	channelv1 "github.com/platonic/platonic/clients/go/gen/channel/v1"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/introduction"
	"github.com/platonic/platonic/clients/go/internal/repetition"
	"github.com/platonic/platonic/clients/go/internal/signatures"
	"github.com/platonic/platonic/clients/go/internal/traces"
)

// ChannelOptions say how a wallet reaches the wallet channel, an encrypted connection by which operations go while it is
// open. One of StaticKeys and KeySet is needed, so that nobody else can be the service.
type ChannelOptions struct {
	// Endpoint is a wss URL; by default /channel/wallet at the endpoint of the client.
	Endpoint string
	// StaticKeys are keys of the service's channel: `static_key` of /.well-known/channel.json, 32 bytes.
	StaticKeys [][]byte
	// KeySet is the JSON Web Key Set whose keys sign the static key: /.well-known/jwks.json, from a connection that is
	// trusted.
	KeySet []byte
	// HTTPClient makes the connection, over HTTP/1.1; by default one with the proxy and the roots of the client.
	HTTPClient *http.Client
}

const (
	channelPath = "/channel/wallet"
	// highestPath is the level whose channels are opened by rotating tokens alone.
	highestPath = "/channel/dragon-wallet"
	// openingTime is the longest time from the connection to the Welcome.
	openingTime = 30 * time.Second
	// channelStable is the time after which an open channel counts as a success.
	channelStable = 5 * time.Second
)

// errUntrusted is the failure of a server that has no key of the service.
var errUntrusted = errors.New("platonic: the server of the channel has no key of the service")

// channel keeps a connection to the wallet channel, and connects again after breaks.
type channel struct {
	endpoint *url.URL
	options  ChannelOptions
	session  *Session
	calls    *calls
	logger   *slog.Logger
	// userAgent names the client to the service.
	userAgent string
	traces    traces.Source

	mutex sync.Mutex
	// link is nil while the channel is not open.
	link *link
	// isClosed is set when the channel will not open again.
	isClosed bool
	// changed is closed when link changes.
	changed chan struct{}
}

func newChannel(client *Client, options ChannelOptions) (*channel, error) {
	endpoint := *client.endpoint
	if options.Endpoint == "" {
		endpoint.Path, endpoint.Scheme = channelPath, map[string]string{"http": "ws", "https": "wss"}[endpoint.Scheme]
	} else if parsed, err := url.Parse(options.Endpoint); err != nil || parsed.Host == "" || parsed.RawQuery != "" ||
		(parsed.Scheme != "ws" && parsed.Scheme != "wss") {
		return nil, fmt.Errorf("platonic: the endpoint of the channel %q must be a wss URL without a query", options.Endpoint)
	} else {
		endpoint = *parsed
	}
	if !client.settings.plainText {
		if err := endpoints.RequireEncrypted(&endpoint); err != nil {
			return nil, err
		}
	}
	if len(options.StaticKeys) == 0 && len(options.KeySet) == 0 {
		return nil, errors.New("platonic: a channel needs the service's StaticKeys or its KeySet")
	}
	if options.HTTPClient == nil {
		options.HTTPClient = endpoints.NewHTTP1Client(client.settings.route)
	}
	return &channel{
		endpoint:  &endpoint,
		options:   options,
		session:   client.session,
		calls:     &calls{hooks: client.settings.hooks},
		logger:    client.settings.logger,
		userAgent: introduction.UserAgent(client.settings.products, Version),
		traces:    client.settings.traces,
		changed:   make(chan struct{}),
	}, nil
}

// run keeps the channel open until the context ends, or the server is not to be trusted.
func (c *channel) run(ctx context.Context) {
	defer c.end()
	for failures := 1; ctx.Err() == nil; failures++ {
		began := time.Now()
		link, err := c.connect(ctx)
		if err == nil {
			c.set(link)
			err = link.wait(ctx)
			c.set(nil)
			if time.Since(began) > channelStable {
				failures = 0
			}
		}
		if errors.Is(err, errUntrusted) {
			c.logger.Error("platonic: the channel stays closed", "error", err)
			return
		}
		var failure *Error
		if !errors.As(err, &failure) {
			failure = nil
		}
		if ctx.Err() == nil {
			c.logger.Debug("platonic: the channel is lost", "error", err)
		}
		repetition.Pause(ctx, waitAfter(failure, max(1, failures)))
	}
}

func (c *channel) set(link *link) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.link = link
	close(c.changed)
	c.changed = make(chan struct{})
}

func (c *channel) end() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isClosed = true
	close(c.changed)
}

// opened returns the open link, and waits for it; nil if there is none in time.
func (c *channel) opened(ctx context.Context, patience time.Duration) *link {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		c.mutex.Lock()
		link, changed, isClosed := c.link, c.changed, c.isClosed
		c.mutex.Unlock()
		if isClosed {
			return nil
		}
		if link != nil && !link.isLeaving() {
			return link
		}
		select {
		case <-changed:
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// connect opens a connection, up to the Welcome.
func (c *channel) connect(ctx context.Context) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, openingTime)
	defer cancel()
	link, response, err := dial(ctx, c)
	if err != nil {
		return nil, err
	}
	c.session.compareClocks(response.Header.Get("Date"))
	if err := link.handshake(ctx); err != nil {
		link.close()
		return nil, err
	}
	go link.read()
	return link, nil
}

// checkServer refuses a static key that is not the service's.
func (c *channel) checkServer(static []byte, hello *channelv1.ServerHello) error {
	for _, pinned := range c.options.StaticKeys {
		if bytes.Equal(pinned, static) {
			return nil
		}
	}
	if len(c.options.KeySet) == 0 {
		return fmt.Errorf("%w: its key is not pinned", errUntrusted)
	}
	key, err := signatures.PublishedKey(c.options.KeySet, hello.GetKeyId())
	if err != nil {
		return fmt.Errorf("%w: %w", errUntrusted, err)
	}
	if !signatures.IsSigned(key, signatures.ForChannel.Bytes(static), hello.GetSignature()) {
		return fmt.Errorf("%w: its key is not signed by the service", errUntrusted)
	}
	return nil
}

// hello returns the credentials for a connection: the token of the open session, if there is one and the level allows it, or
// a rotating token that is bound to the connection.
func (c *channel) hello(ctx context.Context, hello *channelv1.ServerHello, binding []byte) (*channelv1.ClientHello, error) {
	isHighest := c.endpoint.Path == highestPath
	token := c.session.current()
	if token == "" && hello.GetChallenge() == "" && !isHighest {
		opened, err := c.session.Token(ctx)
		if err != nil {
			return nil, err
		}
		token = opened
	}
	if token != "" && !isHighest {
		return &channelv1.ClientHello{Credentials: &channelv1.ClientHello_SessionToken{SessionToken: token}}, nil
	}
	if err := c.session.requireAudience(hello.GetAudience()); err != nil {
		return nil, err
	}
	minted, err := c.session.mintFor(hello.GetAudience(), hello.GetChallenge(), hello.GetRotationWindow(), binding)
	return &channelv1.ClientHello{Credentials: &channelv1.ClientHello_RotatingToken{RotatingToken: minted}}, err
}
