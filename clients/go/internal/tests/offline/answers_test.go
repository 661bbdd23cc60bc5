package offline_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	platonic "github.com/platonic/platonic/clients/go"
	faultv1 "github.com/platonic/platonic/clients/go/gen/fault/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

const restError = `{"success":false,"error":{"code":"PERMISSION_DENIED","message":"call it from this machine"}}`

func TestAnAnswerOfAnIntermediaryHasAReasonAndAText(t *testing.T) {
	for _, test := range []struct {
		status     int
		kind, body string
		want       platonic.Reason
		isRepeated bool
	}{
		{200, "text/html", "<h1>", platonic.ReasonUnreachable, true},
		{200, "application/json", `{"a`, platonic.ReasonUnreachable, true},
		{200, "text/html", "", platonic.ReasonUnreachable, true},
		{302, "text/html", "", platonic.ReasonUnknown, false},
		{400, "text/html", "<h1>", platonic.ReasonUnknown, false},
		{401, "application/json", "{}", platonic.ReasonUnknown, false},
		{403, "application/json", restError, platonic.ReasonUnknown, false},
		{404, "", "", platonic.ReasonUnknown, false},
		{408, "application/json", restError, platonic.ReasonUnreachable, true},
		{418, "text/html", "", platonic.ReasonUnknown, false},
		{429, "text/html", "", platonic.ReasonUnreachable, true},
		{499, "text/html", "", platonic.ReasonUnknown, false},
		{500, "application/json", restError, platonic.ReasonUnreachable, true},
		{505, "text/html", "", platonic.ReasonUnreachable, true},
		{599, "application/json", "[]", platonic.ReasonUnreachable, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			for protocol, options := range map[string][]platonic.Option{
				"gRPC": {platonic.WithAPIKey("key")}, "Connect": {platonic.WithConnectProtocol()},
			} {
				calls := 0
				answer := transport(func(*http.Request) *http.Response {
					calls++
					recorder := httptest.NewRecorder()
					recorder.Header().Set("Content-Type", test.kind)
					recorder.WriteHeader(test.status)
					_, _ = recorder.WriteString(test.body)
					response := recorder.Result()
					response.ProtoMajor = 2
					return response
				})
				client, err := platonic.NewClient("https://platonic.example", append(options, platonic.WithHTTPClient(&http.Client{Transport: answer}))...)
				if err != nil {
					t.Fatal(err)
				}
				_, err = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
				failure := new(platonic.Error)
				if !errors.As(err, &failure) || failure.Reason != test.want || strings.TrimSpace(failure.Message) == "" || (calls > 1) != test.isRepeated {
					t.Errorf("%s, %d %s: %d calls, %v", protocol, test.status, test.kind, calls, err)
				}
			}
		})
	}
}

// transport answers requests by a function.
type transport func(*http.Request) *http.Response

func (f transport) RoundTrip(request *http.Request) (*http.Response, error) {
	response := f(request)
	response.Request = request
	return response, nil
}

func TestAReasonOfANewerServiceKeepsItsText(t *testing.T) {
	for text, want := range map[string]string{"the moon is full": "the moon is full", "": "999"} {
		failure := connect.NewError(connect.CodeFailedPrecondition, errors.New(text))
		detail, err := connect.NewErrorDetail(&faultv1.FaultDetail{Reason: 999})
		if err != nil {
			t.Fatal(err)
		}
		failure.AddDetail(detail)
		service := &fakeService{fail: until(9, failure)}
		_, err = service.client(t).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		if reasonIn(err) != platonic.ReasonUnknown || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheFirstAttemptLeavesTimeForAnotherOne(t *testing.T) {
	for timeout, first := range map[time.Duration]time.Duration{
		30 * time.Second: 10 * time.Second, 9 * time.Second: 5 * time.Second, 4 * time.Second: 4 * time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			service := &fakeService{}
			var bounds []time.Duration
			began := time.Now()
			silentOnce := transportOf(func(request *http.Request) (*http.Response, error) {
				deadline, _ := request.Context().Deadline()
				bounds = append(bounds, deadline.Sub(began))
				if len(bounds) == 1 {
					<-request.Context().Done()
					return nil, request.Context().Err()
				}
				return service.RoundTrip(request)
			})
			var reasons []platonic.Reason
			client, err := platonic.NewClient("https://platonic.example", platonic.WithHTTPClient(&http.Client{Transport: silentOnce}),
				platonic.WithConnectProtocol(), platonic.WithTimeout(timeout),
				platonic.WithHook(func(_ context.Context, attempt platonic.Attempt) { reasons = append(reasons, attempt.Reason) }))
			if err != nil {
				t.Fatal(err)
			}
			_, err = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
			if first == timeout {
				if reasonIn(err) != platonic.ReasonTimedOut || len(bounds) != 1 || bounds[0] != timeout {
					t.Errorf("bounds %v of %v, %v", bounds, timeout, err)
				}
				return
			}
			if err != nil || len(bounds) != 2 || bounds[0] != first || bounds[1] != timeout || reasons[0] != platonic.ReasonUnreachable {
				t.Errorf("bounds %v of %v, reasons %v, %v", bounds, timeout, reasons, err)
			}
		})
	}
}

// transportOf answers requests by a function that may fail.
type transportOf func(*http.Request) (*http.Response, error)

func (f transportOf) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

func TestDeadlinesAreCheckedAndCapped(t *testing.T) {
	for _, timeout := range []time.Duration{0, -1, -time.Hour} {
		if _, err := platonic.NewClient("https://platonic.example", platonic.WithTimeout(timeout)); err == nil {
			t.Errorf("a timeout of %v is taken", timeout)
		}
		client, err := platonic.NewClient("https://platonic.example", platonic.WithCredentials(credentialsOf("ada")))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Wallet(platonic.WalletOptions{ConfirmTimeout: timeout}); (err != nil) != (timeout < 0) {
			t.Errorf("ConfirmTimeout %v: %v", timeout, err)
		}
	}
	// The clocks of others count milliseconds in 31 bits.
	const most = 24 * 24 * time.Hour
	for _, test := range []struct {
		options []platonic.Option
		caller  time.Duration
	}{
		{[]platonic.Option{platonic.WithTimeout(1<<63 - 1)}, 0},
		{[]platonic.Option{platonic.WithTimeout(most + time.Hour)}, 0},
		{nil, 10 * most},
	} {
		synctest.Test(t, func(t *testing.T) {
			var last time.Duration
			service := &fakeService{fail: func(int) error { return unavailable("") }}
			observed := transportOf(func(request *http.Request) (*http.Response, error) {
				deadline, _ := request.Context().Deadline()
				last = time.Until(deadline)
				return service.RoundTrip(request)
			})
			client, err := platonic.NewClient("https://platonic.example", append(test.options, platonic.WithConnectProtocol(),
				platonic.WithHTTPClient(&http.Client{Transport: observed}))...)
			if err != nil {
				t.Fatal(err)
			}
			ctx := t.Context()
			if test.caller > 0 {
				limited, cancel := context.WithTimeout(ctx, test.caller)
				defer cancel()
				ctx = limited
			}
			_, _ = client.Wallets.GetWallet(ctx, &walletv1.GetWalletRequest{})
			if last > most || last < most-time.Minute {
				t.Errorf("%+v: the last attempt has %v", test, last)
			}
		})
	}
}

func TestAHeartbeatIsChecked(t *testing.T) {
	service, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
	wallet, err := client.Wallet(platonic.WalletOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer wallet.Close()
	for _, heartbeat := range []time.Duration{-time.Second, time.Millisecond, 1500 * time.Millisecond, 61 * time.Second, 1<<63 - 1} {
		for _, err := range wallet.Events(t.Context(), platonic.EventOptions{Heartbeat: heartbeat}) {
			if reasonIn(err) != platonic.ReasonParameterInvalid || service.asked.Load() != 0 {
				t.Errorf("%v: %v", heartbeat, err)
			}
		}
	}
}
