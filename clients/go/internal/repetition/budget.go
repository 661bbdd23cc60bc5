package repetition

import "sync"

// Budget bounds the repetitions of a client, in tenths, so that clients do not bury a service that is down.
type Budget struct {
	mutex sync.Mutex
	spent int
}

// Tenths of a repetition: those in the first place, the most that are saved, and those of one success.
const (
	budgetFirst   = 100
	budgetMost    = 1000
	budgetSuccess = 1
)

// Take spends one repetition, and says whether there was one.
func (b *Budget) Take() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if budgetFirst-b.spent < 10 {
		return false
	}
	b.spent += 10
	return true
}

// IsEmpty says whether there is no repetition to take.
func (b *Budget) IsEmpty() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return budgetFirst-b.spent < 10
}

// Succeeded saves a tenth of a repetition.
func (b *Budget) Succeeded() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.spent = max(b.spent-budgetSuccess, budgetFirst-budgetMost)
}
