package noise

import (
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
)

const (
	protocolName = "Noise_XX_25519_AESGCM_SHA256"
	publicBytes  = 32
	// handshakeBytesMax is the longest message of a handshake (section 3).
	handshakeBytesMax = 65_535
)

// Initiator is the initiator's side of a handshake: Hello, ReadHello, Begin, Introduce and Split, in this order. It must not
// be used after any of them has failed.
type Initiator struct {
	hash, chainingKey []byte
	cipher            *Cipher
	static, ephemeral *ecdh.PrivateKey
	remoteEphemeral   *ecdh.PublicKey
	remoteStatic      []byte
	begun             []byte
}

// NewInitiator begins a handshake over a prologue, which both sides know. A nil ephemeral key is made.
func NewInitiator(prologue []byte, static, ephemeral *ecdh.PrivateKey) (*Initiator, error) {
	if ephemeral == nil {
		made, err := NewKey()
		if err != nil {
			return nil, err
		}
		ephemeral = made
	}
	name := make([]byte, sha256.Size)
	copy(name, protocolName)
	i := &Initiator{hash: name, chainingKey: name, static: static, ephemeral: ephemeral}
	i.mixHash(prologue)
	return i, nil
}

// NewKey makes an X25519 key.
func NewKey() (*ecdh.PrivateKey, error) { return ecdh.X25519().GenerateKey(rand.Reader) }

// Hash returns the hash of the handshake so far, 32 bytes. After Begin it is the binding of the channel.
func (i *Initiator) Hash() []byte { return i.hash }

// RemoteStatic returns the responder's static key, which is known from ReadHello on.
func (i *Initiator) RemoteStatic() []byte { return i.remoteStatic }

// Hello writes the first message, `e`, whose payload is empty.
func (i *Initiator) Hello() []byte {
	public := i.ephemeral.PublicKey().Bytes()
	i.mixHash(public)
	i.mixHash(nil)
	return public
}

// ReadHello reads the second message, `e ee s es`, and returns its payload.
func (i *Initiator) ReadHello(message []byte) ([]byte, error) {
	const sealedKey = publicBytes + tagBytes
	if len(message) < publicBytes+sealedKey+tagBytes || len(message) > handshakeBytesMax {
		return nil, ErrMessage
	}
	i.mixHash(message[:publicBytes])
	var err error
	if i.remoteEphemeral, err = ecdh.X25519().NewPublicKey(message[:publicBytes]); err != nil {
		return nil, err
	}
	if err := i.mixAgreed(i.ephemeral, i.remoteEphemeral); err != nil {
		return nil, err
	}
	if i.remoteStatic, err = i.decryptAndHash(message[publicBytes : publicBytes+sealedKey]); err != nil {
		return nil, err
	}
	remoteStatic, err := ecdh.X25519().NewPublicKey(i.remoteStatic)
	if err != nil {
		return nil, err
	}
	if err := i.mixAgreed(i.ephemeral, remoteStatic); err != nil {
		return nil, err
	}
	return i.decryptAndHash(message[publicBytes+sealedKey:])
}

// Begin begins the third message, `s se`, so that its payload can name the hash.
func (i *Initiator) Begin() (err error) {
	if i.begun, err = i.encryptAndHash(i.static.PublicKey().Bytes()); err != nil {
		return err
	}
	return i.mixAgreed(i.static, i.remoteEphemeral)
}

// Introduce writes the third message.
func (i *Initiator) Introduce(payload []byte) ([]byte, error) {
	sealed, err := i.encryptAndHash(payload)
	return append(i.begun, sealed...), err
}

// Split returns the keys of the messages that follow: the initiator's and the responder's.
func (i *Initiator) Split() (outgoing, incoming *Cipher, err error) {
	first, second, err := i.derive(nil)
	if err != nil {
		return nil, nil, err
	}
	if outgoing, err = newCipher(first); err != nil {
		return nil, nil, err
	}
	incoming, err = newCipher(second)
	return outgoing, incoming, err
}

func (i *Initiator) mixHash(bytes []byte) {
	hash := sha256.New()
	hash.Write(i.hash)
	hash.Write(bytes)
	i.hash = hash.Sum(nil)
}

// mixAgreed mixes the secret that two keys agree on. A key of small order is refused.
func (i *Initiator) mixAgreed(private *ecdh.PrivateKey, public *ecdh.PublicKey) error {
	agreed, err := private.ECDH(public)
	if err != nil {
		return err
	}
	chainingKey, key, err := i.derive(agreed)
	if err != nil {
		return err
	}
	i.chainingKey = chainingKey
	i.cipher, err = newCipher(key)
	return err
}

// derive is HKDF with two outputs (section 4.3).
func (i *Initiator) derive(material []byte) (first, second []byte, err error) {
	derived, err := hkdf.Key(sha256.New, material, i.chainingKey, "", 2*keyBytes)
	if err != nil {
		return nil, nil, err
	}
	return derived[:keyBytes], derived[keyBytes:], nil
}

func (i *Initiator) encryptAndHash(plain []byte) ([]byte, error) {
	sealed, err := i.cipher.seal(i.hash, plain)
	i.mixHash(sealed)
	return sealed, err
}

func (i *Initiator) decryptAndHash(sealed []byte) ([]byte, error) {
	plain, err := i.cipher.open(i.hash, sealed)
	i.mixHash(sealed)
	return plain, err
}
