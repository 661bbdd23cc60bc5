// Package receipts verifies receipts offline.
package receipts

import (
	"encoding/binary"
	"errors"
	"unicode/utf8"
)

// entry is a signed entry of the ledger, as its canonical bytes have it (docs/ledger.md).
type entry struct {
	kind, outcome byte
	sequence      int64
	// amount is in the smallest units of the asset.
	amount                        uint64
	id, owner, asset, description string
	counterparty, keyID           string
	order, signature              []byte
	hasHold                       bool
	holdID                        string
	holdEndsAt                    int64
	reverses                      string
	isLinked                      bool
}

// Kinds of entries that have receipts.
const (
	entryTransfer = 1
	entryHold     = 6
	entryCapture  = 7
	entryRelease  = 8
)

// Places in an entry, and bits of its optional fields.
const (
	entryHead      = 68
	exchangeLength = 56

	bitsSigned   = 1 | 2 | 4 | 8
	bitExchange  = 16
	bitQuote     = 32
	bitHold      = 64
	bitLinks     = 128
	linkReverses = 1
	linkFailed   = 2
)

var errEntry = errors.New("the entry cannot be read")

// readEntry reads the bytes of an entry that its owner has signed. Bytes after it, and bits that mean nothing, are refused.
func readEntry(bytes []byte) (entry, error) {
	if len(bytes) < entryHead || bytes[0] != 1 || bytes[3]&bitsSigned != bitsSigned {
		return entry{}, errEntry
	}
	present := bytes[3]
	r := &entryReader{rest: bytes[entryHead:]}
	read := entry{
		kind:         bytes[1],
		outcome:      bytes[2],
		sequence:     int64(binary.BigEndian.Uint64(bytes[4:])),
		amount:       binary.BigEndian.Uint64(bytes[20:]),
		id:           r.text(),
		owner:        r.text(),
		asset:        r.text(),
		description:  r.text(),
		counterparty: r.text(),
		order:        r.block(),
		keyID:        r.text(),
		signature:    r.block(),
	}
	if present&bitExchange != 0 {
		r.skipExchange(present&bitQuote != 0)
	}
	if present&bitHold != 0 {
		read.hasHold, read.holdEndsAt = true, int64(r.number())
		r.number() // What goes back to the sender.
		read.holdID = r.text()
	}
	if present&bitLinks != 0 {
		links := r.byte()
		if links&linkReverses != 0 {
			read.reverses = r.text()
		}
		if read.isLinked = links&linkFailed != 0; read.isLinked {
			r.text() // The transfer that failed first.
		}
	}
	if r.failed || len(r.rest) > 0 {
		return entry{}, errEntry
	}
	return read, nil
}

// entryReader takes fields from the bytes of an entry, and remembers whether they were too short.
type entryReader struct {
	rest   []byte
	failed bool
}

func (r *entryReader) take(length int) []byte {
	if r.failed || length > len(r.rest) {
		r.failed = true
		return nil
	}
	taken := r.rest[:length]
	r.rest = r.rest[length:]
	return taken
}

func (r *entryReader) byte() byte {
	if taken := r.take(1); taken != nil {
		return taken[0]
	}
	return 0
}

func (r *entryReader) number() uint64 {
	if taken := r.take(8); taken != nil {
		return binary.BigEndian.Uint64(taken)
	}
	return 0
}

func (r *entryReader) text() string {
	length := r.take(2)
	if length == nil {
		return ""
	}
	taken := r.take(int(binary.BigEndian.Uint16(length)))
	if !utf8.Valid(taken) {
		r.failed = true
	}
	return string(taken)
}

func (r *entryReader) block() []byte {
	length := r.take(4)
	if length == nil {
		return nil
	}
	return r.take(int(binary.BigEndian.Uint32(length)))
}

func (r *entryReader) skipExchange(hasQuote bool) {
	r.take(exchangeLength)
	texts := 3
	if hasQuote {
		texts = 4
	}
	for range texts {
		r.text()
	}
}
