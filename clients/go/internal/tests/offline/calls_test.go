package offline_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	platonic "github.com/platonic/platonic/clients/go"
	faultv1 "github.com/platonic/platonic/clients/go/gen/fault/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/contract"
	"github.com/platonic/platonic/clients/go/internal/repetition"
)

// fault is a failure as the service sends it.
func fault(code connect.Code, reason faultv1.Reason, parameter, retryAfter string) error {
	failure := connect.NewError(code, errors.New("for the test"))
	detail, err := connect.NewErrorDetail(&faultv1.FaultDetail{Reason: reason, Parameter: parameter})
	if err != nil {
		panic(err)
	}
	failure.AddDetail(detail)
	if retryAfter != "" {
		failure.Meta().Set("Retry-After", retryAfter)
	}
	return failure
}

func unavailable(retryAfter string) error {
	return fault(connect.CodeUnavailable, faultv1.Reason_REASON_UNAVAILABLE, "", retryAfter)
}

// until fails before the n-th call.
func until(n int, err error) func(int) error {
	return func(call int) error {
		if call < n {
			return err
		}
		return nil
	}
}

func reasonIn(err error) platonic.Reason {
	failure := new(platonic.Error)
	if errors.As(err, &failure) {
		return failure.Reason
	}
	return ""
}

func TestCallsAreRepeatedAsTheContractSays(t *testing.T) {
	underWay := fault(connect.CodeAborted, faultv1.Reason_REASON_STATE_INVALID, contract.KeyHeader, "")
	conflict := fault(connect.CodeAborted, faultv1.Reason_REASON_STATE_INVALID, "state", "")
	for _, test := range []struct {
		name  string
		fail  func(int) error
		calls int
		want  platonic.Reason
	}{
		{"success", until(1, nil), 1, ""},
		{"a service that comes back", until(4, unavailable("")), 4, ""},
		{"a service that stays away", until(9, unavailable("")), 4, platonic.ReasonUnavailable},
		{"lost answers", until(3, connect.NewError(connect.CodeUnavailable, errors.New("reset"))), 3, ""},
		{"a stream that was reset", until(2, connect.NewError(connect.CodeCanceled, errors.New("reset"))), 2, ""},
		{"a first execution under way", until(3, underWay), 3, ""},
		{"another state", until(3, conflict), 1, platonic.ReasonStateInvalid},
		{"a limit", until(3, fault(connect.CodeResourceExhausted, faultv1.Reason_REASON_RATE_LIMIT_EXCEEDED, "", "1")), 1,
			platonic.ReasonRateLimitExceeded},
		{"a bug", until(3, fault(connect.CodeInternal, faultv1.Reason_REASON_INTERNAL, "", "")), 1, platonic.ReasonInternal},
		{"a newer reason", until(3, fault(connect.CodeInternal, faultv1.Reason(99), "", "")), 1, platonic.ReasonUnknown},
		{"no such method", until(3, connect.NewError(connect.CodeUnimplemented, errors.New("no"))), 1, platonic.ReasonUnknown},
	} {
		synctest.Test(t, func(t *testing.T) {
			service := &fakeService{fail: test.fail}
			_, err := service.client(t).Wallets.CreateWallet(t.Context(), &walletv1.CreateWalletRequest{})
			if reasonIn(err) != test.want || service.calls != test.calls {
				t.Errorf("%s: %d calls, %v", test.name, service.calls, err)
			}
			key := service.headers[0].Get(contract.KeyHeader)
			if len(key) != 22 || slices.ContainsFunc(service.headers, func(h http.Header) bool { return h.Get(contract.KeyHeader) != key }) {
				t.Errorf("%s: the keys are %q", test.name, service.headers)
			}
		})
	}
}

func TestMethodsWithoutAKeyAreNotRepeatedForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeService{fail: until(3, fault(connect.CodeAborted, faultv1.Reason_REASON_STATE_INVALID, contract.KeyHeader, ""))}
		_, err := service.client(t).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		if reasonIn(err) != platonic.ReasonStateInvalid || service.calls != 1 || service.headers[0].Get(contract.KeyHeader) != "" {
			t.Errorf("%d calls, %v", service.calls, err)
		}
	})
}

func TestACallUnderWayIsRepeatedUntilTheDeadline(t *testing.T) {
	underWay := fault(connect.CodeAborted, faultv1.Reason_REASON_STATE_INVALID, contract.KeyHeader, "1")
	for _, test := range []struct {
		name  string
		fail  func(int) error
		calls int
		want  platonic.Reason
	}{
		{"it ends in time", until(21, underWay), 21, ""},
		{"it does not end in time", func(int) error { return underWay }, 30, platonic.ReasonStateInvalid},
		{"the service fails meanwhile", func(call int) error {
			if call <= 10 {
				return underWay
			}
			return unavailable("")
		}, 14, platonic.ReasonUnavailable},
	} {
		synctest.Test(t, func(t *testing.T) {
			service := &fakeService{fail: test.fail}
			began := time.Now()
			var bounds []time.Duration
			observed := transportOf(func(request *http.Request) (*http.Response, error) {
				deadline, _ := request.Context().Deadline()
				bounds = append(bounds, deadline.Sub(began))
				return service.RoundTrip(request)
			})
			client := service.client(t, platonic.WithTimeout(30*time.Second), platonic.WithHTTPClient(&http.Client{Transport: observed}))
			_, err := client.Wallets.CreateWallet(t.Context(), &walletv1.CreateWalletRequest{})
			if reasonIn(err) != test.want || service.calls != test.calls {
				t.Errorf("%s: %d calls, %v", test.name, service.calls, err)
			}
			if bounds[0] != 10*time.Second || slices.ContainsFunc(bounds[1:], func(bound time.Duration) bool { return bound != 30*time.Second }) {
				t.Errorf("%s: the attempts end at %v", test.name, bounds)
			}
			// The budget of 10 repetitions is whole, but for those after UNAVAILABLE.
			before := service.calls
			service.fail = func(int) error { return unavailable("") }
			for range 4 {
				_, _ = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
			}
			if spent := service.calls - before; spent != 14 && test.want != platonic.ReasonUnavailable {
				t.Errorf("%s: the budget allows %d calls", test.name, spent)
			}
		})
	}
}

func TestTheKeyOfTheCallerIsSent(t *testing.T) {
	service := &fakeService{}
	ctx := platonic.WithIdempotencyKey(t.Context(), "0c2cf0a5-6d5a-4a4e-9d0e-5a3f4a2f7c11")
	_, err := service.client(t).Wallets.CreateWallet(ctx, &walletv1.CreateWalletRequest{})
	if err != nil || service.headers[0].Get(contract.KeyHeader) != "0c2cf0a5-6d5a-4a4e-9d0e-5a3f4a2f7c11" {
		t.Errorf("%v, %v", service.headers, err)
	}
}

func TestATimeToWaitForIsThatOfTheService(t *testing.T) {
	for _, test := range []struct {
		retryAfter, date string
		want             time.Duration
	}{
		{"7", "", 7 * time.Second},
		{"0.5", "", 500 * time.Millisecond},
		{"Mon, 23 Nov 2026 05:00:09 GMT", "Mon, 23 Nov 2026 05:00:00 GMT", 9 * time.Second},
		{"Mon, 23 Nov 2026 05:00:00 GMT", "Mon, 23 Nov 2026 05:00:09 GMT", 0},
		{"Mon, 23 Nov 2020 05:00:00 GMT", "", 0},
		{"-1", "", 0}, {"soon", "", 0}, {"", "", 0}, {"NaN", "", 0}, {"1e99", "", 0}, {"0x10", "", 0}, {"Infinity", "", 0},
		{strings.Repeat("9", 400), "", 24 * 24 * time.Hour},
		{"Fri, 31 Dec 9999 23:59:59 GMT", "", 24 * 24 * time.Hour},
	} {
		header := http.Header{"Retry-After": {test.retryAfter}, "Date": {test.date}}
		if got := repetition.RetryAfter(header); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

func TestAnIntermediaryMayAskToWait(t *testing.T) {
	for _, status := range []int{429, 502, 503, 504} {
		synctest.Test(t, func(t *testing.T) {
			service := &fakeService{intermediary: func(n int, response http.ResponseWriter) bool {
				if n == 1 {
					response.Header().Set("Retry-After", "7")
					response.WriteHeader(status)
				}
				return n == 1
			}}
			_, err := service.client(t).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
			if err != nil || service.calls != 2 || service.times[1].Sub(service.times[0]) != 7*time.Second {
				t.Errorf("%d: %d calls, %v", status, service.calls, err)
			}
		})
	}
}

func TestAWaitBeyondTheDeadlineIsTheCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeService{fail: until(9, unavailable("31"))}
		began := time.Now()
		_, err := service.client(t).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		failure := new(platonic.Error)
		if !errors.As(err, &failure) || failure.Reason != platonic.ReasonUnavailable || failure.RetryAfter != 31*time.Second || time.Since(began) != 0 {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		_, err = service.client(t, platonic.WithTimeout(time.Minute)).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		if took := time.Since(began); reasonIn(err) != platonic.ReasonUnavailable || took != 31*time.Second {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

func TestABudgetEndsRepetitionsAndNotCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeService{fail: func(int) error { return unavailable("") }}
		client := service.client(t)
		get := func() { _, _ = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}) }
		for range 10 {
			get()
		}
		if service.calls != 20 {
			t.Errorf("%d calls; want 10, and 10 repetitions", service.calls)
		}
		service.fail = nil
		for range 10 {
			get()
		}
		service.fail = func(int) error { return unavailable("") }
		get()
		if service.calls != 32 {
			t.Errorf("%d calls; ten that succeed save one repetition", service.calls)
		}
	})
}

func TestASessionIsOpenedAgainOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeService{audience: "https://platonic.example"}
		service.fail = until(3, fault(connect.CodeUnauthenticated, faultv1.Reason_REASON_INVALID_API_KEY, "", ""))
		client := service.client(t, platonic.WithCredentials(credentialsOf("ada")))
		_, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		if reasonIn(err) != platonic.ReasonInvalidAPIKey || service.calls != 2 || len(service.tokens) != 2 {
			t.Errorf("%d calls, %d sessions, %v", service.calls, len(service.tokens), err)
		}
		if _, err = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil {
			t.Error(err)
		}
		if given := service.headers[2].Get("Authorization"); given != "Bearer session-3" {
			t.Errorf("sent %s", given)
		}
	})
}

func TestASessionIsTriedThreeTimes(t *testing.T) {
	for refusals, want := range map[int]platonic.Reason{2: "", 3: platonic.ReasonInvalidAPIKey} {
		synctest.Test(t, func(t *testing.T) {
			service := &fakeService{audience: "https://platonic.example", refusals: refusals}
			client := service.client(t, platonic.WithCredentials(credentialsOf("ada")))
			_, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
			if reasonIn(err) != want || len(service.tokens) != 3 {
				t.Errorf("%d tokens, %v", len(service.tokens), err)
			}
		})
	}
}

func TestNoTokenIsMintedForAnotherAudience(t *testing.T) {
	service := &fakeService{audience: "https://bank.example"}
	credentials := platonic.WithCredentials(credentialsOf("ada"))
	_, err := service.client(t, credentials).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
	if reasonIn(err) != platonic.ReasonStateInvalid || len(service.tokens) != 0 {
		t.Errorf("%v", err)
	}
	_, err = service.client(t, credentials, platonic.WithAudience("https://bank.example")).Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
	if err != nil {
		t.Error(err)
	}
}

func TestHooksAndLogsObserveAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var attempts []platonic.Attempt
		var log bytes.Buffer
		service := &fakeService{fail: until(2, unavailable(""))}
		client := service.client(t, platonic.WithAPIKey("secret"), platonic.WithLogger(slog.New(slog.NewTextHandler(&log, nil))),
			platonic.WithHook(func(_ context.Context, attempt platonic.Attempt) { attempts = append(attempts, attempt) }))
		if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil {
			t.Fatal(err)
		}
		method := "wallet.v1.WalletService/GetWallet"
		want := []platonic.Attempt{
			{Method: method, Number: 1, Reason: platonic.ReasonUnavailable}, {Method: method, Number: 2},
		}
		if !slices.Equal(attempts, want) || strings.Count(log.String(), "reason=UNAVAILABLE") != 1 || strings.Contains(log.String(), "secret") {
			t.Errorf("%v, %s", attempts, &log)
		}
	})
}

func TestEndpointsAndOptionsAreChecked(t *testing.T) {
	credentials := platonic.WithCredentials(credentialsOf("ada"))
	for _, test := range []struct {
		endpoint string
		options  []platonic.Option
		isGood   bool
	}{
		{"https://platonic.example", []platonic.Option{platonic.WithAPIKey("key")}, true},
		{"http://platonic.example", nil, true},
		{"http://platonic.example", []platonic.Option{platonic.WithAPIKey("key")}, false},
		{"http://platonic.example", []platonic.Option{credentials}, false},
		{"http://platonic.example", []platonic.Option{credentials, platonic.WithPlainText()}, true},
		{"http://127.0.0.1:8080", []platonic.Option{credentials}, true},
		{"http://[::1]:8080", []platonic.Option{credentials}, true},
		{"http://localhost.evil.example", []platonic.Option{credentials}, false},
		{"http://127.0.0.1.evil.example", []platonic.Option{credentials}, false},
		{"platonic.example", nil, false},
		{"ftp://platonic.example", nil, false},
		{"https://key@platonic.example", nil, false},
		{"https://platonic.example", []platonic.Option{credentials, platonic.WithAPIKey("key")}, false},
		{"https://platonic.example", []platonic.Option{credentials, platonic.WithClientID("a b")}, false},
		{"https://platonic.example", []platonic.Option{platonic.WithCredentials(&platonic.Credentials{})}, false},
	} {
		if _, err := platonic.NewClient(test.endpoint, test.options...); (err == nil) != test.isGood {
			t.Errorf("%s: %v", test.endpoint, err)
		}
	}
}
