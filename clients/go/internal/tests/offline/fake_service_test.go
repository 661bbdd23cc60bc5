package offline_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	identityv1 "github.com/platonic/platonic/clients/go/gen/identity/v1"
	"github.com/platonic/platonic/clients/go/gen/identity/v1/identityv1connect"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/gen/wallet/v1/walletv1connect"
	"google.golang.org/protobuf/proto"
)

// fakeService answers calls in memory, without a network, so that its time can be that of the test.
type fakeService struct {
	walletv1connect.UnimplementedWalletServiceHandler
	identityv1connect.UnimplementedAuthenticationServiceHandler
	// fail returns the failure of the n-th call, from 1; nil for none.
	fail func(n int) error
	// intermediary answers in the service's place if it returns true.
	intermediary func(n int, response http.ResponseWriter) bool
	calls        int
	headers      []http.Header
	times        []time.Time
	tokens       []string
	clockSkew    time.Duration
	audience     string
	refusals     int
}

func (s *fakeService) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Date", time.Now().Add(s.clockSkew).UTC().Format(http.TimeFormat))
	mux := http.NewServeMux()
	mux.Handle(walletv1connect.NewWalletServiceHandler(s))
	mux.Handle(identityv1connect.NewAuthenticationServiceHandler(s))
	isCounted := strings.Contains(request.URL.Path, "WalletService")
	if isCounted {
		s.calls++
		s.headers, s.times = append(s.headers, request.Header.Clone()), append(s.times, time.Now())
	}
	if !isCounted || s.intermediary == nil || !s.intermediary(s.calls, recorder) {
		mux.ServeHTTP(recorder, request)
	}
	return recorder.Result(), nil
}

// answered returns what a handler answers.
func answered(handler http.Handler, request *http.Request) *http.Response {
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Result()
}

func (s *fakeService) GetWallet(context.Context, *walletv1.GetWalletRequest) (*walletv1.GetWalletResponse, error) {
	return &walletv1.GetWalletResponse{}, s.failure()
}

func (s *fakeService) CreateWallet(context.Context, *walletv1.CreateWalletRequest) (*walletv1.CreateWalletResponse, error) {
	return &walletv1.CreateWalletResponse{}, s.failure()
}

func (s *fakeService) failure() error {
	if s.fail == nil {
		return nil
	}
	return s.fail(s.calls)
}

func (s *fakeService) CreateChallenge(context.Context, *identityv1.CreateChallengeRequest) (*identityv1.CreateChallengeResponse, error) {
	return &identityv1.CreateChallengeResponse{
		Challenge: proto.String("AAAA"), Audience: &s.audience, RotationWindow: proto.Int32(300),
	}, nil
}

func (s *fakeService) Authenticate(_ context.Context, request *identityv1.AuthenticateRequest) (*identityv1.AuthenticateResponse, error) {
	s.tokens = append(s.tokens, request.GetToken())
	if len(s.tokens) <= s.refusals {
		return &identityv1.AuthenticateResponse{ErrorCode: identityv1.AuthErrorCode_AUTH_ERROR_CODE_ROTATION_INVALID.Enum()}, nil
	}
	return &identityv1.AuthenticateResponse{Success: true, SessionToken: proto.String(fmt.Sprintf("session-%d", len(s.tokens)))}, nil
}

func (s *fakeService) client(t *testing.T, options ...platonic.Option) *platonic.Client {
	t.Helper()
	options = append([]platonic.Option{platonic.WithHTTPClient(&http.Client{Transport: s}), platonic.WithConnectProtocol()}, options...)
	client, err := platonic.NewClient("https://platonic.example", options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}
