package platonic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/durable"
	"github.com/platonic/platonic/clients/go/internal/folderlock"
)

// NewFileJournal returns a journal in a folder, which is made if it is not there: a file for each operation, which is synced
// to disk. The clients of other languages read the same files.
//
// One process at a time uses a folder. The file `lock` in it says which: it is taken on first use, and removed when the last wallet
// that uses the folder is closed. Meanwhile other processes get [ReasonStateInvalid]. That is also the reason of a folder that
// cannot be made or written; its error names it.
func NewFileJournal(folder string) (Journal, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, journalFailure(fmt.Errorf("the journal's folder %s cannot be made: %w", folder, err))
	}
	return &fileJournal{folder: durable.NewFolder(folder)}, nil
}

const journalEnding = ".operation"

type fileJournal struct {
	folder *durable.Folder

	mutex sync.Mutex
	// held is the use of the folder by this process; nil before the first use.
	held *folderlock.Hold
	// wallets is how many wallets use the journal.
	wallets int
}

func (j *fileJournal) isExclusive() {}

func (j *fileJournal) lock(ctx context.Context) error {
	j.mutex.Lock()
	held := j.held
	j.mutex.Unlock()
	if held == nil {
		taken, err := folderlock.Take(ctx, j.folder.Path)
		if err != nil {
			return journalFailure(err)
		}
		held = j.keep(taken)
	}
	return journalFailure(held.Check())
}

// keep keeps what was taken, unless another caller was first.
func (j *fileJournal) keep(taken *folderlock.Hold) *folderlock.Hold {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.held == nil {
		j.held = taken
	} else {
		_ = taken.Release() // The lock remains.
	}
	return j.held
}

func (j *fileJournal) use() (end func() error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.wallets++
	leave := sync.OnceFunc(func() { j.wallets-- })
	return func() error {
		j.mutex.Lock()
		defer j.mutex.Unlock()
		leave()
		if j.wallets > 0 {
			return nil
		}
		return j.release()
	}
}

// Close gives the folder to other processes, until the journal is used again.
func (j *fileJournal) Close() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.release()
}

// release is called with the mutex.
func (j *fileJournal) release() error {
	held := j.held
	j.held = nil
	if held == nil {
		return nil
	}
	return journalFailure(held.Release())
}

// storedOperation is the form of an operation in JSON, in which bytes are base64url.
type storedOperation struct {
	ID        string `json:"id"`
	Order     string `json:"order"`
	KeyID     string `json:"keyId"`
	Signature string `json:"signature"`
	// Kind is `exchange` for an exchange, `batch` for a group of orders, and absent otherwise.
	Kind string `json:"kind,omitempty"`
}

const (
	exchangeKind = "exchange"
	batchKind    = "batch"
)

func (j *fileJournal) Put(operations ...Operation) error {
	var files []durable.File
	for _, operation := range operations {
		path, err := j.path(operation.ID)
		if err != nil {
			return err
		}
		text, err := textOf(operation)
		if err != nil {
			return journalFailure(err)
		}
		files = append(files, durable.File{Name: filepath.Base(path), Text: text})
	}
	if err := j.lock(context.Background()); err != nil {
		return err
	}
	err := j.folder.Store(files)
	if errors.Is(err, fs.ErrExist) {
		return ErrJournaled
	}
	return j.failure("written", err)
}

func (j *fileJournal) Remove(id string) error {
	path, err := j.path(id)
	if err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return j.failure("written", err)
	}
	return nil
}

func (j *fileJournal) List() ([]Operation, error) {
	if err := j.lock(context.Background()); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(j.folder.Path)
	if err != nil {
		return nil, j.failure("read", err)
	}
	var operations []Operation
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), journalEnding) {
			continue
		}
		operation, err := readOperation(filepath.Join(j.folder.Path, entry.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // It was settled in the meantime.
		}
		if err != nil {
			return nil, j.failure("read", err)
		}
		operations = append(operations, operation)
	}
	return operations, nil
}

// path returns the file of an operation. Ids come from the outside, too.
func (j *fileJournal) path(id string) (string, error) {
	if !isName(id) || strings.Contains(id, ".") {
		return "", fmt.Errorf("an operation's id has letters, digits, hyphens and underscores, unlike %q", id)
	}
	return filepath.Join(j.folder.Path, id+journalEnding), nil
}

func readOperation(path string) (Operation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Operation{}, err
	}
	var stored storedOperation
	if err := json.Unmarshal(text, &stored); err != nil {
		return Operation{}, fmt.Errorf("%s is no operation: %w", path, err)
	}
	order, badOrder := base64url.Decode(stored.Order)
	signature, badSignature := base64url.Decode(stored.Signature)
	if badOrder != nil || badSignature != nil || stored.ID+journalEnding != filepath.Base(path) {
		return Operation{}, fmt.Errorf("%s is no operation: its id or its bytes are wrong", path)
	}
	if stored.Kind != "" && stored.Kind != exchangeKind && stored.Kind != batchKind {
		return Operation{}, fmt.Errorf("%s is of the kind %q, which this version does not know", path, stored.Kind)
	}
	return Operation{stored.ID, order, stored.KeyID, signature, stored.Kind == exchangeKind, stored.Kind == batchKind}, nil
}

func textOf(operation Operation) ([]byte, error) {
	stored := storedOperation{
		ID: operation.ID, Order: base64url.Encode(operation.Order), KeyID: operation.KeyID,
		Signature: base64url.Encode(operation.Signature),
	}
	if operation.IsExchange {
		stored.Kind = exchangeKind
	}
	if operation.IsBatch {
		stored.Kind = batchKind
	}
	return json.Marshal(stored)
}

// failure returns the error of a folder that cannot be used.
func (j *fileJournal) failure(use string, err error) error {
	if err == nil {
		return nil
	}
	return journalFailure(fmt.Errorf("the journal's folder %s cannot be %s: %w", j.folder.Path, use, err))
}
