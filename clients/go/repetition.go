package platonic

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// attemptsMax is the highest number of attempts of one call.
	attemptsMax = 4
	// firstWait is the longest wait after the first failure; it doubles with each further one, up to waitMax.
	firstWait = 100 * time.Millisecond
	waitMax   = 30 * time.Second
)

// backOff returns the wait after a number of failures, from 1: a random half to whole of 100 ms * 2^(failures-1).
func backOff(failures int) time.Duration {
	whole := min(firstWait<<min(failures-1, 20), waitMax)
	return whole/2 + rand.N(whole/2+1)
}

// waitAfter returns the wait before the next attempt, which is never less than the service asks for.
func waitAfter(failure *Error, failures int) time.Duration {
	wait := backOff(failures)
	if failure == nil {
		return wait
	}
	return max(wait, failure.RetryAfter)
}

// pause waits, and says whether the context lasted. It does not begin a wait that would pass the deadline.
func pause(ctx context.Context, wait time.Duration) bool {
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

// budget bounds the repetitions of a client, in tenths, so that clients do not bury a service that is down.
type budget struct {
	mutex sync.Mutex
	spent int
}

// Tenths of a repetition: those in the first place, the most that are saved, and those of one success.
const (
	budgetFirst   = 100
	budgetMost    = 1000
	budgetSuccess = 1
)

// take spends one repetition, and says whether there was one.
func (b *budget) take() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if budgetFirst-b.spent < 10 {
		return false
	}
	b.spent += 10
	return true
}

// succeeded saves a tenth of a repetition.
func (b *budget) succeeded() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.spent = max(b.spent-budgetSuccess, budgetFirst-budgetMost)
}
