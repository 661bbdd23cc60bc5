package offline_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	platonic "github.com/platonic/platonic/clients/go"
	faultv1 "github.com/platonic/platonic/clients/go/gen/fault/v1"
	identityv1 "github.com/platonic/platonic/clients/go/gen/identity/v1"
	"github.com/platonic/platonic/clients/go/gen/identity/v1/identityv1connect"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/gen/wallet/v1/walletv1connect"
	"google.golang.org/protobuf/proto"
)

// fakeEvents streams events in memory: the n-th stream is that of the n-th function.
type fakeEvents struct {
	walletv1connect.UnimplementedEventServiceHandler
	identityv1connect.UnimplementedAuthenticationServiceHandler
	streams  []func(ctx context.Context, send func(sequence int64)) error
	cursors  []string
	began    []time.Time
	sessions int
}

func (s *fakeEvents) Watch(ctx context.Context, request *walletv1.WatchRequest, stream *connect.ServerStream[walletv1.WatchResponse]) error {
	s.cursors, s.began = append(s.cursors, request.GetCursor()), append(s.began, time.Now())
	return s.streams[len(s.cursors)-1](ctx, func(sequence int64) {
		answer := &walletv1.WatchResponse{Cursor: proto.String("heartbeat")}
		if sequence > 0 {
			answer.Cursor, answer.Entry = proto.String(strconv.FormatInt(sequence, 10)), &walletv1.LedgerEntry{Sequence: &sequence}
		}
		_ = stream.Send(answer)
	})
}

func (s *fakeEvents) CreateChallenge(context.Context, *identityv1.CreateChallengeRequest) (*identityv1.CreateChallengeResponse, error) {
	return &identityv1.CreateChallengeResponse{Audience: proto.String("https://platonic.example"), RotationWindow: proto.Int32(300)}, nil
}

func (s *fakeEvents) Authenticate(context.Context, *identityv1.AuthenticateRequest) (*identityv1.AuthenticateResponse, error) {
	s.sessions++
	return &identityv1.AuthenticateResponse{Success: true, SessionToken: proto.String("session")}, nil
}

// RoundTrip answers in memory, while the handler still writes.
func (s *fakeEvents) RoundTrip(request *http.Request) (*http.Response, error) {
	mux := http.NewServeMux()
	mux.Handle(walletv1connect.NewEventServiceHandler(s))
	mux.Handle(identityv1connect.NewAuthenticationServiceHandler(s))
	reader, writer := io.Pipe()
	response := &piped{header: http.Header{}, begun: make(chan int, 1), body: writer}
	stop := context.AfterFunc(request.Context(), func() { writer.CloseWithError(request.Context().Err()) })
	go func() {
		defer stop()
		mux.ServeHTTP(response, request)
		response.WriteHeader(http.StatusOK)
		writer.Close()
	}()
	return &http.Response{
		StatusCode: <-response.begun, Header: response.header, Body: reader, Request: request, ProtoMajor: 2, ContentLength: -1,
	}, nil
}

// piped is a response that is read while it is written.
type piped struct {
	header  http.Header
	begun   chan int
	isBegun bool
	body    io.Writer
}

func (p *piped) Header() http.Header { return p.header }
func (p *piped) Flush()              {}
func (p *piped) Write(bytes []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	return p.body.Write(bytes)
}
func (p *piped) WriteHeader(status int) {
	if !p.isBegun {
		p.isBegun = true
		p.begun <- status
	}
}

// take takes a number of events, and returns their sequences.
func (s *fakeEvents) take(t *testing.T, count int) (sequences []int64, err error) {
	t.Helper()
	client, err := platonic.NewClient("https://platonic.example", platonic.WithHTTPClient(&http.Client{Transport: s}), platonic.WithConnectProtocol(),
		platonic.WithCredentials(credentialsOf("ada")))
	if err != nil {
		t.Fatal(err)
	}
	wallet, err := client.Wallet(platonic.WalletOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer wallet.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for event, err := range wallet.Events(ctx, platonic.EventOptions{}) {
		if err != nil {
			return sequences, err
		}
		if sequences = append(sequences, event.Entry.GetSequence()); len(sequences) == count {
			break
		}
	}
	return sequences, nil
}

func TestEventsGoOnAfterBreaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeEvents{streams: []func(context.Context, func(int64)) error{
			func(_ context.Context, send func(int64)) error {
				send(0)
				send(1)
				send(2)
				return unavailable("7")
			},
			// An answer that was on its way comes again.
			func(ctx context.Context, send func(int64)) error {
				send(2)
				send(3)
				<-ctx.Done()
				return ctx.Err()
			},
			func(_ context.Context, send func(int64)) error { send(0); return nil },
			func(ctx context.Context, send func(int64)) error { send(4); <-ctx.Done(); return ctx.Err() },
		}}
		sequences, err := service.take(t, 4)
		if err != nil || !slices.Equal(sequences, []int64{1, 2, 3, 4}) {
			t.Fatalf("%v, %v", sequences, err)
		}
		if want := []string{"", "2", "3", "heartbeat"}; !slices.Equal(service.cursors, want) {
			t.Errorf("the streams begin at %q", service.cursors)
		}
		if wait := service.began[1].Sub(service.began[0]); wait != 7*time.Second {
			t.Errorf("the second stream begins after %v", wait)
		}
		if silence := service.began[2].Sub(service.began[1]); silence < 20*time.Second || silence > 21*time.Second {
			t.Errorf("the third stream begins after %v", silence)
		}
	})
}

func TestEventsEndForFinalReasons(t *testing.T) {
	refusal := func(reason faultv1.Reason) func(context.Context, func(int64)) error {
		return func(context.Context, func(int64)) error { return fault(connect.CodeFailedPrecondition, reason, "", "") }
	}
	for reason, streams := range map[faultv1.Reason]int{
		faultv1.Reason_REASON_STATE_INVALID: 1, faultv1.Reason_REASON_PARAMETER_INVALID: 1, faultv1.Reason_REASON_INVALID_API_KEY: 2,
	} {
		synctest.Test(t, func(t *testing.T) {
			service := &fakeEvents{streams: slices.Repeat([]func(context.Context, func(int64)) error{refusal(reason)}, 3)}
			_, err := service.take(t, 1)
			failure := new(platonic.Error)
			if !errors.As(err, &failure) || failure.Reason != platonic.Reason(strings.TrimPrefix(reason.String(), "REASON_")) || len(service.cursors) != streams || service.sessions != streams {
				t.Errorf("%v: %d streams, %d sessions, %v", reason, len(service.cursors), service.sessions, err)
			}
		})
	}
}
