package platonic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/durable"
)

// NewFileJournal returns a journal in a folder, which is made if it is not there: a file for each operation, which is synced
// to disk. One process at a time may use it; the clients of other languages read the same files.
func NewFileJournal(folder string) (Journal, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("platonic: the journal cannot be opened: %w", err)
	}
	return &fileJournal{folder: durable.NewFolder(folder)}, nil
}

const journalEnding = ".operation"

type fileJournal struct{ folder *durable.Folder }

func (j *fileJournal) isExclusive() {}

// storedOperation is the form of an operation in JSON, in which bytes are base64url.
type storedOperation struct {
	ID        string `json:"id"`
	Order     string `json:"order"`
	KeyID     string `json:"keyId"`
	Signature string `json:"signature"`
	// Kind is `exchange` for an exchange, and absent otherwise.
	Kind string `json:"kind,omitempty"`
}

const exchangeKind = "exchange"

func (j *fileJournal) Put(operations ...Operation) error {
	var files []durable.File
	for _, operation := range operations {
		path, err := j.path(operation.ID)
		if err != nil {
			return err
		}
		text, err := textOf(operation)
		if err != nil {
			return journalError(err)
		}
		files = append(files, durable.File{Name: filepath.Base(path), Text: text})
	}
	err := j.folder.Store(files)
	if errors.Is(err, fs.ErrExist) {
		return ErrJournaled
	}
	return journalError(err)
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
	paths, err := filepath.Glob(filepath.Join(escapePattern(j.folder.Path), "*"+journalEnding))
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
	if stored.Kind != "" && stored.Kind != exchangeKind {
		return Operation{}, fmt.Errorf("%s is of the kind %q, which this version does not know", path, stored.Kind)
	}
	return Operation{stored.ID, order, stored.KeyID, signature, stored.Kind == exchangeKind}, nil
}

func textOf(operation Operation) ([]byte, error) {
	stored := storedOperation{
		ID: operation.ID, Order: base64url.Encode(operation.Order), KeyID: operation.KeyID,
		Signature: base64url.Encode(operation.Signature),
	}
	if operation.IsExchange {
		stored.Kind = exchangeKind
	}
	return json.Marshal(stored)
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
