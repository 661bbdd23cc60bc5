package platonic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// Operation holds an order that was signed and may have been sent: everything that is needed to send it again, or to resolve it.
type Operation struct {
	// ID is that of the transaction.
	ID string
	// Order are the bytes that were signed; of an exchange, which nobody signs, its request; of a group, a wallet.v1.TransferOrders.
	Order     []byte
	KeyID     string
	Signature []byte
	// IsExchange is set for an exchange.
	IsExchange bool
	// IsBatch is set for a group of orders, whose ID is that of the first.
	IsBatch bool
}

// ErrJournaled is returned for an operation whose id is in the journal already.
var ErrJournaled = errors.New("the journal has an operation with this id: call Reconcile first")

// Journal keeps operations, with all their fields, from before they are sent until their outcomes were told. Its methods are called
// by many goroutines. A journal that has the method Close() error, too, is closed with each wallet that uses it; it may be used again.
type Journal interface {
	// Put stores operations, all or none, and returns once they are as durable as the journal can make them. It returns
	// ErrJournaled for an id that it has. A wallet that opens a journal asks for what earlier processes have left before it
	// stores anything, and refuses those ids itself until they are reconciled.
	Put(operations ...Operation) error
	// Remove forgets an operation, and does nothing for one that it has not.
	Remove(id string) error
	// List returns all operations.
	List() ([]Operation, error)
}

// idsOf returns the ids of operations.
func idsOf(operations []Operation) (ids []string) {
	for _, operation := range operations {
		ids = append(ids, operation.ID)
	}
	return ids
}

// NewMemoryJournal returns a journal that ends with the process.
func NewMemoryJournal() Journal { return &memoryJournal{operations: map[string]Operation{}} }

type memoryJournal struct {
	mutex      sync.Mutex
	operations map[string]Operation
}

func (j *memoryJournal) isExclusive() {}

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

// exclusive is a journal whose Put refuses what it has, whoever has put it there, as those of this package do.
type exclusive interface{ isExclusive() }

// lockable is a journal that one process at a time uses.
type lockable interface {
	// lock takes the journal for this process, and waits for one that may be left over until the context ends.
	lock(ctx context.Context) error
	// use notes a wallet that uses the journal, and returns what is called when the wallet is closed. That may be called more
	// than once.
	use() (end func() error)
}

// useOf notes that a wallet uses a journal, and returns what is called when the wallet is closed, once or more.
func useOf(journal Journal) (end func() error) {
	if shared, isLockable := journal.(lockable); isLockable {
		return shared.use()
	}
	if closer, isCloser := journal.(io.Closer); isCloser {
		return closer.Close
	}
	return func() error { return nil }
}

// journalFailure returns the error of a journal that has failed. Nothing was sent.
func journalFailure(err error) error {
	failure := new(Error)
	switch {
	case err == nil, errors.As(err, &failure):
		return err
	case errors.Is(err, ErrJournaled):
		return &Error{Reason: ReasonResourceConflict, Parameter: "id", Message: err.Error(), cause: err}
	default:
		return &Error{Reason: ReasonStateInvalid, Message: err.Error(), cause: err}
	}
}

// leftover has the ids of operations that earlier processes have left in a journal, until they are reconciled, and of those that
// this one has given up. A journal of the caller's might replace them.
type leftover struct {
	mutex sync.Mutex
	// ids is nil until the journal was asked.
	ids map[string]bool
}

// check refuses operations whose ids are left in the journal, which is asked before the first operation is stored.
func (l *leftover) check(journal Journal, operations []Operation) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, isExclusive := journal.(exclusive); l.ids == nil && !isExclusive {
		listed, err := journal.List()
		if err != nil {
			return err
		}
		l.ids = map[string]bool{}
		for _, operation := range listed {
			l.ids[operation.ID] = true
		}
	}
	for _, operation := range operations {
		if l.ids[operation.ID] {
			return fmt.Errorf("%w: %s", ErrJournaled, operation.ID)
		}
	}
	return nil
}

// add notes an operation that this process leaves in the journal.
func (l *leftover) add(id string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.ids != nil {
		l.ids[id] = true
	}
}

// remove notes that an operation has left the journal.
func (l *leftover) remove(id string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	delete(l.ids, id)
}
