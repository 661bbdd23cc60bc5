package platonic

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/platonic/platonic/clients/go/internal/signatures"
	"github.com/platonic/platonic/clients/go/internal/uuid"
)

// groupBytesMax is the most bytes of orders under one signature, below the 1 MiB of the service.
const groupBytesMax = 900_000

// orderGroup are orders of a sequence under one signature.
type orderGroup struct {
	// first is the index of the first order in the sequence.
	first int
	ids   []string
	// orders are the bytes of each, and size is that of all.
	orders [][]byte
	size   int

	// done is closed when the group has outcomes, or has failed.
	done     chan struct{}
	outcomes []Outcome
	err      error
}

func newOrderGroup(first int) *orderGroup {
	return &orderGroup{first: first, done: make(chan struct{})}
}

// failedGroup stands for the rest of a sequence that cannot be read.
func failedGroup(err error) *orderGroup {
	group := &orderGroup{err: err, done: make(chan struct{})}
	close(group.done)
	return group
}

// next is the index of the order after the group.
func (g *orderGroup) next() int { return g.first + len(g.ids) }

// hasPlaceFor says whether the bytes of one more order fit. One always does.
func (g *orderGroup) hasPlaceFor(order []byte) bool {
	return len(g.ids) == 0 || g.size+len(order) <= groupBytesMax
}

func (g *orderGroup) add(id string, order []byte) {
	const tagAndLength = 4
	g.ids = append(g.ids, id)
	g.orders = append(g.orders, order)
	g.size += len(order) + tagAndLength
}

// sign returns what the journal keeps of the group.
func (g *orderGroup) sign(by *Credentials) (Operation, error) {
	set, err := signatures.SignParts(by.Key, signatures.ForTransfers, g.orders)
	if err != nil {
		return Operation{}, err
	}
	g.orders = nil // The operation has them.
	return Operation{ID: g.ids[0], Order: set.Bytes, KeyID: by.KeyID, Signature: set.Signature, IsBatch: true}, nil
}

// bytesInSequence returns the bytes of the order at an index of a sequence, which are the same whenever they are made: an order
// without a time has that of its id.
func (o Order) bytesInSequence(sender string, index int) ([]byte, error) {
	own := fmt.Sprintf("orders[%d]", index)
	if o.ID == "" {
		return nil, missing(own+".id", "with it, orders that are sent again are not paid again")
	}
	if !uuid.IsValid(o.ID) {
		return nil, &Error{Reason: ReasonParameterInvalid, Parameter: own + ".id", Message: "an id is a UUID in lower case, unlike " + o.ID}
	}
	if o.CreatedAt.IsZero() {
		made, hasTime := uuid.Time(o.ID)
		if !hasTime {
			return nil, missing(own+".createdAt", "only ids of UUID version 7 have a time themselves")
		}
		o.CreatedAt = made
	}
	message, err := o.message(sender, time.Time{})
	if err != nil {
		return nil, err
	}
	bytes, err := signatures.Serialize(message)
	if err != nil {
		return nil, &Error{Reason: ReasonParameterInvalid, Parameter: own, Message: err.Error(), cause: err}
	}
	return bytes, nil
}

func missing(parameter, why string) *Error {
	return &Error{Reason: ReasonParameterRequired, Parameter: parameter, Message: parameter + " is missing: " + why}
}

var orderParameter = regexp.MustCompile(`^orders\[(\d+)\]`)

// inSequence gives the parameter of a failure, which has the index of an order in its group, that in the sequence.
func (g *orderGroup) inSequence(failure *Error) *Error {
	found := orderParameter.FindStringSubmatch(failure.Parameter)
	if found == nil {
		return failure
	}
	index, _ := strconv.Atoi(found[1]) // They are digits.
	whole := fmt.Sprintf("orders[%d]", g.first+index)
	moved := *failure
	moved.Parameter = whole + strings.TrimPrefix(failure.Parameter, found[0])
	moved.Message = strings.ReplaceAll(failure.Message, found[0], whole)
	return &moved
}
