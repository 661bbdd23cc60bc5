// Package folderlock keeps the folder of a journal for one process at a time.
package folderlock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// beatTime is the time after which the holder of a lock shows that it lives.
const beatTime = 2 * time.Second

// lock is a lock that this process holds, or has lost.
type lock struct {
	folder, path string
	holder       holder
	// stop ends the beat.
	stop chan struct{}

	mutex sync.Mutex
	lost  error
}

// beat shows that this process lives, until the lock is released or lost.
func (l *lock) beat() {
	ticker := time.NewTicker(beatTime)
	defer ticker.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-ticker.C:
		}
		if l.check() != nil {
			return
		}
		now := time.Now()
		_ = os.Chtimes(l.path, now, now) // A disk that takes no times takes no operations either.
	}
}

// check returns an error if another process has taken the lock over.
func (l *lock) check() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.lost != nil {
		return l.lost
	}
	seen, err := look(l.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.lost = fmt.Errorf("the journal's folder %s is not this process's any more, as its file `lock` is gone: "+
			"close the wallet and open it again", l.folder)
	case err == nil && seen.isReadable && seen.holder().Token != l.holder.Token:
		l.lost = fmt.Errorf("the journal's folder %s was taken over by %v, as this process did not show for %v that it lives: "+
			"end one of them, or give each a folder of its own", l.folder, seen.holder(), leftTime)
	}
	// Where the file cannot be read, nobody knows, and the operation fails by itself if the disk does.
	return l.lost
}

// release removes the lock, unless another process has taken it over.
func (l *lock) release() error {
	close(l.stop)
	if l.check() != nil {
		return nil
	}
	if err := os.Remove(l.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
