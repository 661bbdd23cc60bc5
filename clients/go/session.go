package platonic

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"connectrpc.com/connect"
	identityv1 "github.com/platonic/platonic/clients/go/gen/identity/v1"
	"github.com/platonic/platonic/clients/go/gen/identity/v1/identityv1connect"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/lifetimes"
	"github.com/platonic/platonic/clients/go/internal/tokens"
)

const (
	// tokensMax is how many tokens are minted for one session before it is given up.
	tokensMax = 3
	// openTime is the longest time in which a session is opened. An answer that is lost must not hold up a payment for all of
	// its time.
	openTime = 10 * time.Second
	// skewMax is the difference of clocks that is left alone: the service tells whole seconds.
	skewMax = 5 * time.Second
)

// Session is the session of an identity: opened with a rotating token on first use, and again after it has ended. It is closed
// with its client.
type Session struct {
	authentication identityv1connect.AuthenticationServiceClient
	endpoint       *url.URL
	settings       *settings
	lifetime       *lifetimes.Lifetime

	mutex   sync.Mutex
	token   string
	opening *opening
	counter int64
	// skew is what the clock of the service is ahead of this one.
	skew time.Duration
}

// opening is the opening of a session, for which many calls may wait.
type opening struct {
	done  chan struct{}
	token string
	err   error
}

func newSession(
	authentication identityv1connect.AuthenticationServiceClient, endpoint *url.URL, settings *settings, lifetime *lifetimes.Lifetime,
) *Session {
	return &Session{authentication: authentication, endpoint: endpoint, settings: settings, lifetime: lifetime}
}

// Token returns the token of the session, and opens one if there is none.
func (s *Session) Token(ctx context.Context) (string, error) {
	if err := afterClose(s.lifetime); err != nil {
		return "", err
	}
	s.mutex.Lock()
	if s.token != "" {
		defer s.mutex.Unlock()
		return s.token, nil
	}
	if s.opening == nil {
		s.opening = &opening{done: make(chan struct{})}
		// Others may wait for it, too, when this caller gives up.
		go s.open(context.WithoutCancel(ctx), s.opening)
	}
	opening := s.opening
	s.mutex.Unlock()
	select {
	case <-opening.done:
		return opening.token, opening.err
	case <-ctx.Done():
		return "", contextError(ctx)
	case <-s.lifetime.Context().Done():
		return "", afterClose(s.lifetime)
	}
}

// bearer gives calls the token.
func (s *Session) bearer(ctx context.Context) (string, error) { return s.Token(ctx) }

// refused forgets a token that the service has refused, so that the next call opens another session.
func (s *Session) refused(token string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.token == token {
		s.token = ""
	}
	return true
}

// current returns the token of the open session; empty if there is none.
func (s *Session) current() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.token
}

// adopt uses the token of a session that the channel has opened.
func (s *Session) adopt(token string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.token = token
}

// now returns the time of the service, as far as it is known.
func (s *Session) now() time.Time {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.settings.now().Add(s.skew)
}

func (s *Session) open(ctx context.Context, opening *opening) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	token, err := s.authenticate(ctx)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err == nil {
		s.token = token
	}
	s.opening, opening.token, opening.err = nil, token, err
	close(opening.done)
}

func (s *Session) authenticate(ctx context.Context) (string, error) {
	for minted := 1; ; minted++ {
		token, err := s.mint(ctx)
		if err != nil {
			return "", err
		}
		answer, err := s.authentication.Authenticate(ctx, &identityv1.AuthenticateRequest{Token: &token})
		if err != nil {
			return "", err
		}
		if answer.GetSuccess() {
			return answer.GetSessionToken(), nil
		}
		isLate := answer.GetErrorCode() == identityv1.AuthErrorCode_AUTH_ERROR_CODE_ROTATION_INVALID
		if !isLate || minted == tokensMax {
			return "", refusedToken(answer)
		}
		s.advance()
	}
}

// refusedToken returns why no session was opened.
func refusedToken(answer *identityv1.AuthenticateResponse) *Error {
	message := "the service refused the token: " + answer.GetErrorCode().String()
	if explanation := answer.GetExplanation(); explanation != "" {
		message += ": " + explanation
	}
	return &Error{Reason: ReasonInvalidAPIKey, Message: message}
}

// advance skips counters: a token with a higher one may have arrived first, such as one that was dated more precisely.
func (s *Session) advance() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.counter += 2 * time.Second.Milliseconds()
}

// mint asks for a challenge, and mints the token for it.
func (s *Session) mint(ctx context.Context) (string, error) {
	ctx, info := connect.NewClientContext(ctx)
	challenge, err := s.authentication.CreateChallenge(ctx, &identityv1.CreateChallengeRequest{ClientId: &s.settings.clientID})
	if err != nil {
		return "", err
	}
	s.compareClocks(info.ResponseHeader().Get("Date"))
	if err := s.requireAudience(challenge.GetAudience()); err != nil {
		return "", err
	}
	return s.mintFor(challenge.GetAudience(), challenge.GetChallenge(), challenge.GetRotationWindow(), nil)
}

// mintFor mints a token with the next counter.
func (s *Session) mintFor(audience, nonce string, windowSeconds int32, binding []byte) (string, error) {
	now, window := s.now(), time.Duration(windowSeconds)*time.Second
	s.mutex.Lock()
	s.counter = max(s.counter+1, now.UnixMilli())
	counter := s.counter
	s.mutex.Unlock()
	return tokens.Mint(s.settings.credentials.holder(), tokens.Request{
		Audience:  audience,
		ClientID:  s.settings.clientID,
		Counter:   counter,
		Window:    window,
		Lifetime:  window,
		Now:       now,
		TokenID:   randomBytes(16),
		Challenge: nonce,
		Binding:   binding,
	})
}

// compareClocks learns from the time of an answer how far this clock is off.
func (s *Session) compareClocks(date string) {
	at, err := http.ParseTime(date)
	if err != nil {
		return // An intermediary has taken it away; the clock of this machine counts.
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.skew = 0
	// An answer of the second that has just passed is half a second old.
	if skew := at.Add(time.Second / 2).Sub(s.settings.now()); skew.Abs() > skewMax {
		s.skew = skew
	}
}

// requireAudience refuses to mint tokens that could be used with another service.
func (s *Session) requireAudience(audience string) error {
	expected := s.settings.audience
	if expected == "" {
		expected = endpoints.OriginOf(s.endpoint)
		if endpoints.IsLoopback(s.endpoint) {
			// Nobody else is there.
			return nil
		}
	}
	if audience == expected {
		return nil
	}
	return &Error{Reason: ReasonStateInvalid, Message: s.endpoint.String() + " asks for tokens of the audience " + audience +
		"; if that is its own, name it by WithAudience"}
}
