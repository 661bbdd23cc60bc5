package platonic

import (
	"context"
	"log/slog"
	"time"
)

// Attempt is one attempt of a call, as hooks observe it.
type Attempt struct {
	// Method is the full name, such as `wallet.v1.WalletService/GetWallet`.
	Method string
	// Number counts the attempts of the call, from 1.
	Number int
	// Reason says why the attempt failed; empty if it succeeded.
	Reason Reason
	// Duration is the time until the answer or the failure.
	Duration time.Duration
}

// tell calls the hooks.
func (c *calls) tell(ctx context.Context, method string, number int, failure *Error, duration time.Duration) {
	attempt := Attempt{Method: method, Number: number, Duration: duration}
	if failure != nil {
		attempt.Reason = failure.Reason
	}
	for _, hook := range c.hooks {
		hook(ctx, attempt)
	}
}

// logAttempts returns a hook that logs attempts: failed ones as warnings, others for debugging.
func logAttempts(logger *slog.Logger) func(context.Context, Attempt) {
	return func(ctx context.Context, attempt Attempt) {
		attributes := []slog.Attr{
			slog.String("method", attempt.Method),
			slog.Int("attempt", attempt.Number),
			slog.Duration("duration", attempt.Duration),
		}
		if attempt.Reason == "" {
			logger.LogAttrs(ctx, slog.LevelDebug, "platonic call", attributes...)
			return
		}
		attributes = append(attributes, slog.String("reason", string(attempt.Reason)))
		logger.LogAttrs(ctx, slog.LevelWarn, "platonic call failed", attributes...)
	}
}
