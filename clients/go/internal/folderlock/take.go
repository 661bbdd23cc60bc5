package folderlock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/platonic/platonic/clients/go/internal/durable"
	"github.com/platonic/platonic/clients/go/internal/uuid"
)

const (
	// leftTime is the time without a beat after which a lock is left over.
	leftTime = 10 * time.Second
	// lookTime is the time between two looks at a lock that another process may hold.
	lookTime = 200 * time.Millisecond
)

// take takes the lock of a folder. It waits for one that may be left over, until the context ends.
func (p process) take(ctx context.Context, folder string) (*lock, error) {
	own := holder{p.host, p.system, p.id, uuid.New()}
	taken := &lock{folder: folder, path: filepath.Join(folder, fileName), holder: own, stop: make(chan struct{})}
	for {
		err := taken.holder.write(taken.path)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, unusable(folder, err)
		}
		if err := p.remove(ctx, taken); err != nil {
			return nil, err
		}
	}
	durable.RemovePartials(folder)
	go taken.beat()
	return taken, nil
}

// remove removes the lock of another process if it is left over, and does nothing if it is gone.
func (p process) remove(ctx context.Context, wanted *lock) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	seen, err := look(wanted.path)
	if err == nil && !p.hasLeft(seen) {
		err = watch(ctx, wanted, seen)
	}
	if err == nil {
		err = takeAway(wanted.path, seen, wanted.holder.Token)
	}
	used := new(usedError)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return nil
	case ctx.Err() != nil, errors.As(err, &used):
		return err
	default:
		return unusable(wanted.folder, err)
	}
}

// watch looks at a lock until it is left over. Its error is a usedError once the holder shows that it lives, and fs.ErrNotExist
// when the lock is gone. No clocks of two machines are compared.
func watch(ctx context.Context, wanted *lock, first state) error {
	began := time.Now()
	ticker := time.NewTicker(lookTime)
	defer ticker.Stop()
	for time.Since(began) < leftTime {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		seen, err := look(wanted.path)
		if err != nil {
			return err
		}
		if !seen.equals(first) {
			return &usedError{wanted.folder, seen.holder()}
		}
	}
	return nil
}

// takeAway removes a lock that is left over, and no other one that may have taken its place.
func takeAway(path string, judged state, token string) error {
	aside := path + "." + token
	if err := os.Rename(path, aside); err != nil {
		return err
	}
	moved, err := look(aside)
	if err == nil && !moved.equals(judged) {
		// Its holder lives, unless somebody has taken the lock in this moment, which its holder then notices.
		if err := durable.Publish(aside, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err := os.Remove(aside); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// usedError is the error of a folder that another process uses.
type usedError struct {
	folder string
	holder holder
}

func (e *usedError) Error() string {
	return fmt.Sprintf("the journal's folder %s is used by %v: give each process a folder of its own, or end that one",
		e.folder, e.holder)
}

// unusable returns the error of a folder whose lock cannot be taken.
func unusable(folder string, err error) error {
	return fmt.Errorf("the journal's folder %s cannot be used, as its lock cannot be taken: %w", folder, err)
}
