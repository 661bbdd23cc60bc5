// Package repetition says when and how often something is tried again.
package repetition

import (
	"context"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

const (
	// AttemptsMax is the highest number of attempts of one call.
	AttemptsMax = 4
	// firstWait is the longest wait after the first failure; it doubles with each further one, up to waitMax.
	firstWait = 100 * time.Millisecond
	waitMax   = 30 * time.Second
)

// BackOff returns the wait after a number of failures, from 1: a random half to whole of 100 ms * 2^(failures-1).
func BackOff(failures int) time.Duration {
	whole := min(firstWait<<min(failures-1, 20), waitMax)
	return whole/2 + rand.N(whole/2+1)
}

// WaitAfter returns the wait before the next attempt, which is never less than the service asks for.
func WaitAfter(asked time.Duration, failures int) time.Duration { return max(BackOff(failures), asked) }

// Pause waits, and says whether the context lasted. It does not begin a wait that would pass the deadline.
func Pause(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// askedMax is the longest wait that an answer asks for.
const askedMax = 24 * 24 * time.Hour

// decimal matches seconds, with a fraction or without.
var decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// RetryAfter reads the header Retry-After: seconds, or a time.
func RetryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	if decimal.MatchString(text) {
		// More than a float can tell is infinite.
		seconds, _ := strconv.ParseFloat(text, 64)
		return time.Duration(min(seconds, askedMax.Seconds()) * float64(time.Second))
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	// Both are times of the service, whatever the clock of this machine says.
	if now, err := http.ParseTime(header.Get("Date")); err == nil {
		return min(max(0, at.Sub(now)), askedMax)
	}
	return min(max(0, time.Until(at)), askedMax)
}
