package platonic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/platonic/platonic/clients/go/internal/base64url"
)

// Operation holds an order that was signed and may have been sent: everything that is needed to send it again, or to resolve it.
type Operation struct {
	// ID is that of the transaction.
	ID string
	// Order are the bytes that were signed.
	Order     []byte
	KeyID     string
	Signature []byte
}

// ErrJournaled is returned for an operation whose id is in the journal already.
var ErrJournaled = errors.New("the journal has an operation with this id: call Reconcile first")

// Journal keeps operations from before they are sent until they are settled. Its methods are called by many goroutines.
type Journal interface {
	// Put stores operations, all or none, and returns once they are as durable as the journal can make them. It returns
	// ErrJournaled for an id that it has.
	Put(operations ...Operation) error
	// Remove forgets an operation, and does nothing for one that it has not.
	Remove(id string) error
	// List returns all operations.
	List() ([]Operation, error)
}

// NewMemoryJournal returns a journal that ends with the process.
func NewMemoryJournal() Journal { return &memoryJournal{operations: map[string]Operation{}} }

type memoryJournal struct {
	mutex      sync.Mutex
	operations map[string]Operation
}

func (j *memoryJournal) Put(operations ...Operation) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for _, operation := range operations {
		if _, has := j.operations[operation.ID]; has {
			return ErrJournaled
		}
	}
	for _, operation := range operations {
		j.operations[operation.ID] = operation
	}
	return nil
}

func (j *memoryJournal) Remove(id string) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	delete(j.operations, id)
	return nil
}

func (j *memoryJournal) List() ([]Operation, error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	var operations []Operation
	for _, operation := range j.operations {
		operations = append(operations, operation)
	}
	slices.SortFunc(operations, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	return operations, nil
}

// NewFileJournal returns a journal in a folder, which is made if it is not there: a file for each operation, which is synced
// to disk. One process at a time may use it; the clients of other languages read the same files.
func NewFileJournal(folder string) (Journal, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("platonic: the journal cannot be opened: %w", err)
	}
	return &fileJournal{folder: folder}, nil
}

const (
	journalEnding = ".operation"
	partialEnding = ".new"
)

type fileJournal struct {
	folder string
	mutex  sync.Mutex
}

// storedOperation is the form of an operation in JSON, in which bytes are base64url.
type storedOperation struct {
	ID        string `json:"id"`
	Order     string `json:"order"`
	KeyID     string `json:"keyId"`
	Signature string `json:"signature"`
}

func (j *fileJournal) Put(operations ...Operation) (err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	var paths []string
	defer func() {
		if err != nil {
			for _, path := range paths {
				_ = os.Remove(path + partialEnding) // What is partial counts for nothing.
			}
		}
	}()
	for _, operation := range operations {
		path, err := j.path(operation.ID)
		if err != nil {
			return err
		}
		if _, err := os.Lstat(path); err == nil {
			return ErrJournaled
		}
		// Written under another name, so that no partial file counts as an operation.
		paths = append(paths, path)
		if err := writeOperation(path+partialEnding, operation); err != nil {
			return journalError(err)
		}
	}
	return journalError(j.publish(paths))
}

// publish gives files their names, all or none, and makes them durable.
func (j *fileJournal) publish(paths []string) error {
	for place, path := range paths {
		if err := os.Rename(path+partialEnding, path); err != nil {
			for _, published := range paths[:place] {
				err = errors.Join(err, os.Remove(published))
			}
			return err
		}
	}
	return syncFolder(j.folder)
}

func (j *fileJournal) Remove(id string) error {
	path, err := j.path(id)
	if err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return journalError(err)
	}
	return nil
}

func (j *fileJournal) List() ([]Operation, error) {
	paths, err := filepath.Glob(filepath.Join(escapePattern(j.folder), "*"+journalEnding))
	if err != nil {
		return nil, journalError(err)
	}
	var operations []Operation
	for _, path := range paths {
		operation, err := readOperation(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // It was settled in the meantime.
		}
		if err != nil {
			return nil, fmt.Errorf("platonic: the journal cannot be read: %w", err)
		}
		operations = append(operations, operation)
	}
	return operations, nil
}

// path returns the file of an operation. Ids come from the outside, too.
func (j *fileJournal) path(id string) (string, error) {
	if !isName(id) || strings.Contains(id, ".") {
		return "", fmt.Errorf("platonic: an operation's id has letters, digits, hyphens and underscores, unlike %q", id)
	}
	return filepath.Join(j.folder, id+journalEnding), nil
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
	return Operation{stored.ID, order, stored.KeyID, signature}, nil
}

func writeOperation(path string, operation Operation) (err error) {
	text, err := json.Marshal(storedOperation{
		operation.ID, base64url.Encode(operation.Order), operation.KeyID, base64url.Encode(operation.Signature),
	})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.Sync()
}

// syncFolder makes the names in a folder durable. Windows cannot, and does not need it.
func syncFolder(path string) (err error) {
	if os.PathSeparator == '\\' {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	return folder.Sync()
}

func journalError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("platonic: the journal failed: %w", err)
}

// escapePattern keeps the characters of a path from being a pattern.
func escapePattern(path string) string {
	if os.PathSeparator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
