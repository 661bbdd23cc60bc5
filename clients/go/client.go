package platonic

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"connectrpc.com/connect"
	"github.com/platonic/platonic/clients/go/gen/admin/v1/adminv1connect"
	"github.com/platonic/platonic/clients/go/gen/geocode/v1/geocodev1connect"
	identityv1 "github.com/platonic/platonic/clients/go/gen/identity/v1"
	"github.com/platonic/platonic/clients/go/gen/identity/v1/identityv1connect"
	"github.com/platonic/platonic/clients/go/gen/wallet/v1/walletv1connect"
	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/introduction"
	"github.com/platonic/platonic/clients/go/internal/lifetimes"
	"github.com/platonic/platonic/clients/go/internal/repetition"
	"google.golang.org/protobuf/proto"
)

// closeTime is the time in which everything under way ends when a client is closed.
const closeTime = time.Second

// Services are the generated clients of the services. Their methods take and return the messages of the contract, and their
// errors are of the type [*Error].
type Services struct {
	Geocode        geocodev1connect.GeocodeServiceClient
	Identities     identityv1connect.IdentityServiceClient
	Authentication identityv1connect.AuthenticationServiceClient
	Verification   identityv1connect.VerificationServiceClient
	Reviews        identityv1connect.ReviewServiceClient
	Wallets        walletv1connect.WalletServiceClient
	Transactions   walletv1connect.TransactionServiceClient
	Holds          walletv1connect.HoldServiceClient
	Exchanges      walletv1connect.ExchangeServiceClient
	Events         walletv1connect.EventServiceClient
	Webhooks       walletv1connect.WebhookServiceClient
	Ledger         adminv1connect.LedgerServiceClient
	Keys           adminv1connect.KeyServiceClient
	Usage          adminv1connect.UsageServiceClient
	Vault          adminv1connect.VaultServiceClient
	Backups        adminv1connect.BackupServiceClient
	Outbox         adminv1connect.OutboxServiceClient
}

// Client makes calls to a service. It may be used by many goroutines; make one for each service and caller, and keep it.
type Client struct {
	Services
	endpoint *url.URL
	settings *settings
	session  *Session
	budget   *repetition.Budget
	lifetime *lifetimes.Lifetime
	version  *introduction.Service
	// suspicion is nil if the transport sends pings.
	suspicion *endpoints.Suspicion
	// isOfWallet is set if the client was made for a wallet, and ends with it.
	isOfWallet bool
}

// NewClient returns a client of the service at an endpoint, such as https://platonic.example. It connects on first use. It
// refuses options that contradict each other, and credentials for an endpoint without TLS that is not this machine.
func NewClient(endpoint string, options ...Option) (*Client, error) {
	parsed, err := endpoints.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	settings, err := settingsOf(parsed, options)
	if err != nil {
		return nil, err
	}
	return newClient(parsed, settings), nil
}

func newClient(endpoint *url.URL, settings *settings) *Client {
	client := &Client{endpoint: endpoint, settings: settings, budget: new(repetition.Budget), lifetime: lifetimes.New(nil)}
	client.version = introduction.NewService(endpoint.String(), Version, settings.warn)
	if !settings.isOwnClient {
		client.suspicion = endpoints.NewSuspicion(settings.httpClient)
	}
	client.open()
	return client
}

// open makes the clients of all services, which call by the credentials of the settings.
func (c *Client) open() {
	switch {
	case c.settings.credentials != nil:
		if c.session == nil {
			c.session = newSession(c.services(c.calls(nil)).Authentication, c.endpoint, c.settings, c.lifetime)
		}
		c.Services = c.services(c.calls(c.session))
	case c.settings.staticToken != "":
		c.Services = c.services(c.calls(staticBearer(c.settings.staticToken)))
	default:
		c.Services = c.services(c.calls(nil))
	}
}

// calls returns the calls of the client by these credentials. Those without any, which open sessions, have a budget of their own.
func (c *Client) calls(credentials bearer) *calls {
	budget := c.budget
	if credentials == nil && c.settings.credentials != nil {
		budget = new(repetition.Budget)
	}
	return &calls{
		bearer: credentials, timeout: c.settings.timeout, hooks: c.settings.hooks, budget: budget, lifetime: c.lifetime,
		suspicion: c.suspicion,
	}
}

// forWallet returns a client on the same terms that ends with a wallet: it calls by a session of these credentials, and without
// them by that of this client.
func (c *Client) forWallet(credentials *Credentials) (*Client, error) {
	if err := afterClose(c.lifetime); err != nil {
		return nil, err
	}
	derived := *c
	if credentials != nil {
		settings := *c.settings
		settings.staticToken, settings.credentials = "", credentials
		if err := settings.check(c.endpoint); err != nil {
			return nil, err
		}
		derived.settings, derived.session, derived.budget = &settings, nil, new(repetition.Budget)
	}
	derived.isOfWallet, derived.lifetime = true, lifetimes.New(c.lifetime)
	derived.open()
	return &derived, nil
}

// Close ends the client and the wallets that it has opened: calls, pages, streams and waits fail with [ReasonStateInvalid], and so
// does whatever is called afterwards. Payments under way are [Unresolved]; their journal keeps them.
func (c *Client) Close() {
	if c.isOfWallet {
		c.lifetime.End(closed("wallet"))
		return
	}
	c.lifetime.End(closed("client"))
	if c.settings.isOwnClient {
		c.settings.httpClient.CloseIdleConnections()
		// Those of calls that end now are idle a moment later.
		time.AfterFunc(closeTime, c.settings.httpClient.CloseIdleConnections)
	}
}

// http returns the HTTP client of all requests.
func (c *Client) http() endpoints.Observed {
	return endpoints.Observed{
		Client: c.settings.httpClient, UserAgent: introduction.UserAgent(c.settings.products, Version), OnVersion: c.version.Learn,
		Traces: c.settings.traces,
	}
}

// services returns the clients of all services.
func (c *Client) services(calls *calls) Services {
	http := c.http()
	base := strings.TrimRight(c.endpoint.String(), "/")
	options := connect.WithClientOptions(append(c.settings.protocol[:len(c.settings.protocol):len(c.settings.protocol)],
		connect.WithInterceptors(calls))...)
	return Services{
		Geocode:        geocodev1connect.NewGeocodeServiceClient(http, base, options),
		Identities:     identityv1connect.NewIdentityServiceClient(http, base, options),
		Authentication: identityv1connect.NewAuthenticationServiceClient(http, base, options),
		Verification:   identityv1connect.NewVerificationServiceClient(http, base, options),
		Reviews:        identityv1connect.NewReviewServiceClient(http, base, options),
		Wallets:        walletv1connect.NewWalletServiceClient(http, base, options),
		Transactions:   walletv1connect.NewTransactionServiceClient(http, base, options),
		Holds:          walletv1connect.NewHoldServiceClient(http, base, options),
		Exchanges:      walletv1connect.NewExchangeServiceClient(http, base, options),
		Events:         walletv1connect.NewEventServiceClient(http, base, options),
		Webhooks:       walletv1connect.NewWebhookServiceClient(http, base, options),
		Ledger:         adminv1connect.NewLedgerServiceClient(http, base, options),
		Keys:           adminv1connect.NewKeyServiceClient(http, base, options),
		Usage:          adminv1connect.NewUsageServiceClient(http, base, options),
		Vault:          adminv1connect.NewVaultServiceClient(http, base, options),
		Backups:        adminv1connect.NewBackupServiceClient(http, base, options),
		Outbox:         adminv1connect.NewOutboxServiceClient(http, base, options),
	}
}

// Session returns the session of a client with credentials, and nil for any other.
func (c *Client) Session() *Session { return c.session }

// ServiceVersion returns the version that the service has told, such as "0.1.0"; empty before its first answer.
func (c *Client) ServiceVersion() string { return c.version.Version() }

// Registration says which identity to make.
type Registration struct {
	// Username has 3 to 32 characters. No other identity may have one that looks like it.
	Username string
	// Email is for verification codes and notices; it may be empty.
	Email string
	// DisplayName is the name as it is shown to people; it may be empty.
	DisplayName string
}

// Register makes an identity, whose signing key is made here and never leaves the program. Store the credentials at once:
// nobody can bring them back.
func (c *Client) Register(ctx context.Context, registration Registration) (*Credentials, error) {
	public, private, err := newKey()
	if err != nil {
		return nil, err
	}
	answer, err := c.Identities.CreateIdentity(ctx, &identityv1.CreateIdentityRequest{
		Username:    optional(registration.Username),
		Email:       optional(registration.Email),
		DisplayName: optional(registration.DisplayName),
		PublicKey:   proto.String(base64url.Encode(public)),
	})
	if err != nil {
		return nil, err
	}
	secret, err := base64url.Decode(answer.GetRotationKey().GetSecret())
	if err != nil {
		return nil, errors.New("platonic: the service answered a rotation key that is not base64url")
	}
	credentials := &Credentials{
		IdentityID:  answer.GetIdentity().GetId(),
		KeyID:       answer.GetSigningKey().GetId(),
		Key:         private,
		RotationKey: RotationKey{Version: int(answer.GetRotationKey().GetVersion()), Secret: secret},
	}
	return credentials, credentials.check()
}

// optional returns nil for an empty text, which leaves a field out.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
