// Package noise is the initiator's side of Noise_XX_25519_AESGCM_SHA256 (Noise, revision 34), and the messages that follow.
package noise

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"math"
)

// ErrMessage is returned for a message that the protocol does not allow. Nothing of it may be used, and the connection must
// end.
var ErrMessage = errors.New("a message is not genuine, or not the next one")

const (
	keyBytes = 32
	tagBytes = 16
	// messagesPerKey is the number of messages between rekeyings, which no message announces.
	messagesPerKey = 65_536
	// lastNumber is for rekeying alone; no message has it.
	lastNumber = math.MaxUint64
)

// Cipher is a key, and the number of the next message under it (section 5.1).
type Cipher struct {
	aead cipher.AEAD
	next uint64
}

func newCipher(key []byte) (*Cipher, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &Cipher{aead: aead}, err
}

// nonceOf returns a message's number as a nonce: four zero bytes, then the number in eight.
func nonceOf(number uint64) []byte {
	return binary.BigEndian.AppendUint64(make([]byte, 4), number)
}

func (c *Cipher) seal(associated, plain []byte) ([]byte, error) {
	if c.next == lastNumber {
		return nil, ErrMessage
	}
	sealed := c.aead.Seal(nil, nonceOf(c.next), plain, associated)
	c.next++
	return sealed, nil
}

func (c *Cipher) open(associated, sealed []byte) ([]byte, error) {
	if c.next == lastNumber {
		return nil, ErrMessage
	}
	plain, err := c.aead.Open(nil, nonceOf(c.next), sealed, associated)
	if err != nil {
		return nil, ErrMessage
	}
	c.next++
	return plain, nil
}

// Encrypt encrypts the next message after the handshake.
func (c *Cipher) Encrypt(plain []byte) ([]byte, error) {
	sealed, err := c.seal(nil, plain)
	return sealed, errors.Join(err, c.rekeyIfDue())
}

// Decrypt decrypts the next message after the handshake.
func (c *Cipher) Decrypt(sealed []byte) ([]byte, error) {
	plain, err := c.open(nil, sealed)
	if err != nil {
		return nil, err
	}
	return plain, c.rekeyIfDue()
}

func (c *Cipher) rekeyIfDue() error {
	if c.next%messagesPerKey != 0 {
		return nil
	}
	return c.Rekey()
}

// Rekey replaces the key with one that follows from it by a one-way function (section 4.2). Numbers continue.
func (c *Cipher) Rekey() error {
	sealed := c.aead.Seal(nil, nonceOf(lastNumber), make([]byte, keyBytes), nil)
	replaced, err := newCipher(sealed[:keyBytes])
	if err != nil {
		return err
	}
	c.aead = replaced.aead
	return nil
}
