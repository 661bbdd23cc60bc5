package platonic

import (
	"log/slog"
	"sync"
	"time"
)

const (
	// toldTime is the time for which an outcome stays in the journal after it was told.
	toldTime = 5 * time.Second
	// removalsMax is the number of concurrent removals.
	removalsMax = 8
)

// toldOperations are operations whose outcome was told. They stay in the journal for a while: a process that ends meanwhile may
// have written nothing down, so that the next one tells the outcome again.
type toldOperations struct {
	// remove removes an operation from the journal.
	remove func(id string) error
	logger *slog.Logger

	// removing is held while what was told is removed.
	removing sync.Mutex

	mutex sync.Mutex
	// due has the times at which operations are removed, by their ids.
	due map[string]time.Time
	// queue has the same, the earliest first, and ids that were removed before their time.
	queue []toldOperation
	// timer waits for the first of the queue; nil if nothing was told.
	timer    *time.Timer
	isClosed bool
}

type toldOperation struct {
	id string
	at time.Time
}

func newToldOperations(remove func(id string) error, logger *slog.Logger) *toldOperations {
	return &toldOperations{remove: remove, logger: logger, due: map[string]time.Time{}}
}

// add notes that outcomes are told now.
func (t *toldOperations) add(ids ...string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.isClosed {
		return // The next process tells them again.
	}
	at := time.Now().Add(toldTime)
	for _, id := range ids {
		t.due[id] = at
		t.queue = append(t.queue, toldOperation{id, at})
	}
	t.schedule()
}

// forget removes those of the ids whose outcomes were told from the journal at once.
func (t *toldOperations) forget(ids []string) {
	if len(t.among(ids)) == 0 {
		return
	}
	t.removing.Lock()
	defer t.removing.Unlock()
	t.removeAll(t.among(ids))
}

// clear removes all from the journal at once.
func (t *toldOperations) clear() { t.removeUntil(time.Now().Add(toldTime)) }

// close does the same; what is told later stays in the journal.
func (t *toldOperations) close() {
	t.mutex.Lock()
	t.isClosed = true
	if t.timer != nil {
		t.timer.Stop()
	}
	t.mutex.Unlock()
	t.clear()
}

// removeUntil removes what is due until a time.
func (t *toldOperations) removeUntil(time time.Time) {
	t.removing.Lock()
	defer t.removing.Unlock()
	t.removeAll(t.takeUntil(time))
}

// removeAll removes operations from the journal. Those that it cannot are tried again later.
func (t *toldOperations) removeAll(ids []string) {
	next := make(chan string, len(ids))
	for _, id := range ids {
		next <- id
	}
	close(next)
	var workers sync.WaitGroup
	for range min(removalsMax, len(ids)) {
		workers.Go(func() {
			for id := range next {
				if err := t.remove(id); err != nil {
					t.logger.Error("platonic: a settled operation stays in the journal", "id", id, "error", err)
					t.add(id)
				} else {
					t.drop(id)
				}
			}
		})
	}
	workers.Wait()
}

func (t *toldOperations) drop(id string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.due, id)
}

// among returns those of the ids whose outcomes were told.
func (t *toldOperations) among(ids []string) (told []string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, id := range ids {
		if _, isTold := t.due[id]; isTold {
			told = append(told, id)
		}
	}
	return told
}

// takeUntil takes what is due until a time out of the queue.
func (t *toldOperations) takeUntil(time time.Time) (ids []string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for len(t.queue) > 0 && !t.queue[0].at.After(time) {
		if first := t.queue[0]; t.due[first.id].Equal(first.at) {
			ids = append(ids, first.id)
		}
		t.queue = t.queue[1:]
	}
	return ids
}

// schedule has a timer remove the first of the queue when it is due. It is called with the mutex.
func (t *toldOperations) schedule() {
	if t.timer != nil || t.isClosed || len(t.queue) == 0 {
		return
	}
	t.timer = time.AfterFunc(time.Until(t.queue[0].at), func() {
		t.removeUntil(time.Now())
		t.mutex.Lock()
		defer t.mutex.Unlock()
		t.timer = nil
		t.schedule()
	})
}
