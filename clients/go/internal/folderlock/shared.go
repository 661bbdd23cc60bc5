package folderlock

import (
	"context"
	"path/filepath"
	"sync"
)

// table has the locks of a process by the real paths of their folders. All who use a folder share its lock.
type table struct {
	process process
	mutex   sync.Mutex
	entries map[string]*entry
}

// entry is a lock that is being taken, is held, or could not be taken.
type entry struct {
	// cancel gives up taking the lock, and done is closed when that has succeeded or failed.
	cancel context.CancelFunc
	done   chan struct{}
	lock   *lock
	err    error
	// users is how many hold the lock, or wait for it.
	users int
}

var locks = &table{process: thisProcess(), entries: map[string]*entry{}}

// Hold is the use of a folder by one journal.
type Hold struct {
	table *table
	path  string
	entry *entry
}

// Take takes the lock of a folder for this process, or shares the one that it has. It waits for a lock that may be left over,
// until the context ends.
func Take(ctx context.Context, folder string) (*Hold, error) { return locks.take(ctx, folder) }

func (t *table) take(ctx context.Context, folder string) (*Hold, error) {
	path, err := realPath(folder)
	if err != nil {
		return nil, unusable(folder, err)
	}
	hold := t.join(path, folder)
	select {
	case <-hold.entry.done:
		if hold.entry.err != nil {
			_ = hold.Release() // There is no lock.
			return nil, hold.entry.err
		}
		return hold, nil
	case <-ctx.Done():
		_ = hold.Release() // There is no lock, or others use it.
		return nil, ctx.Err()
	}
}

// join notes a user of a folder. The first one has its lock taken.
func (t *table) join(path, folder string) *Hold {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	shared := t.entries[path]
	if shared == nil {
		ctx, cancel := context.WithCancel(context.Background())
		shared = &entry{cancel: cancel, done: make(chan struct{})}
		t.entries[path] = shared
		go t.open(ctx, path, folder, shared)
	}
	shared.users++
	return &Hold{t, path, shared}
}

// open takes the lock of an entry.
func (t *table) open(ctx context.Context, path, folder string, shared *entry) {
	defer close(shared.done)
	taken, err := t.process.take(ctx, folder)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	switch {
	case err != nil:
		shared.err = err
		// The next one tries again.
		t.leave(path, shared)
	case shared.users == 0:
		_ = taken.release() // Nobody is left who could be told.
	default:
		shared.lock = taken
	}
}

// leave takes an entry out of the table.
func (t *table) leave(path string, shared *entry) {
	shared.cancel()
	if t.entries[path] == shared {
		delete(t.entries, path)
	}
}

// Check returns an error if another process has taken the folder over.
func (h *Hold) Check() error { return h.entry.lock.check() }

// Release ends the use of the folder; the last one removes the lock. It must be called once.
func (h *Hold) Release() error {
	// The next who takes the lock waits until it is removed.
	h.table.mutex.Lock()
	defer h.table.mutex.Unlock()
	h.entry.users--
	if h.entry.users > 0 {
		return nil
	}
	h.table.leave(h.path, h.entry)
	if h.entry.lock == nil {
		return nil
	}
	return h.entry.lock.release()
}

// realPath returns the one path that a folder has, whichever links lead there.
func realPath(folder string) (string, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}
