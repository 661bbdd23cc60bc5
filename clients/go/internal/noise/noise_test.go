package noise

import (
	"bytes"
	"crypto/ecdh"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

type vector struct {
	Protocol  string   `json:"protocol_name"`
	Prologue  hexBytes `json:"init_prologue"`
	Static    hexBytes `json:"init_static"`
	Ephemeral hexBytes `json:"init_ephemeral"`
	Messages  []struct {
		Payload    hexBytes `json:"payload"`
		Ciphertext hexBytes `json:"ciphertext"`
	} `json:"messages"`
}

func readVector(t *testing.T) vector {
	t.Helper()
	text, err := os.ReadFile("../../../../test/vectors/noise.json")
	if os.IsNotExist(err) {
		t.Skip("the vectors are in the repository alone")
	}
	var vectors struct {
		Vectors []vector `json:"vectors"`
	}
	if err == nil {
		err = json.Unmarshal(text, &vectors)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, vector := range vectors.Vectors {
		if vector.Protocol == protocolName {
			return vector
		}
	}
	t.Fatal("there is no vector of " + protocolName)
	return vector{}
}

func begin(t *testing.T, vector vector) *Initiator {
	t.Helper()
	static, _ := ecdh.X25519().NewPrivateKey(vector.Static)
	ephemeral, _ := ecdh.X25519().NewPrivateKey(vector.Ephemeral)
	initiator, err := NewInitiator(vector.Prologue, static, ephemeral)
	if err != nil {
		t.Fatal(err)
	}
	if hello := initiator.Hello(); !bytes.Equal(hello, vector.Messages[0].Ciphertext) {
		t.Fatalf("the first message is %x", hello)
	}
	return initiator
}

func TestTheHandshakeIsThatOfTheVectors(t *testing.T) {
	vector := readVector(t)
	initiator := begin(t, vector)
	payload, err := initiator.ReadHello(vector.Messages[1].Ciphertext)
	if err != nil || !bytes.Equal(payload, vector.Messages[1].Payload) {
		t.Fatalf("%x, %v", payload, err)
	}
	if err := initiator.Begin(); err != nil {
		t.Fatal(err)
	}
	if binding := hex.EncodeToString(initiator.Hash()); binding != "983d7c92427e3737fdc2908a3f3fd66b0ce799f81305585eb8dd926d01062699" {
		t.Errorf("the binding is %s", binding)
	}
	third, err := initiator.Introduce(vector.Messages[2].Payload)
	if err != nil || !bytes.Equal(third, vector.Messages[2].Ciphertext) {
		t.Fatalf("%x, %v", third, err)
	}
	outgoing, incoming, err := initiator.Split()
	if err != nil {
		t.Fatal(err)
	}
	for place, message := range vector.Messages[3:] {
		if place%2 == 1 {
			if sealed, err := outgoing.Encrypt(message.Payload); err != nil || !bytes.Equal(sealed, message.Ciphertext) {
				t.Errorf("message %d is %x, %v", place, sealed, err)
			}
		} else if plain, err := incoming.Decrypt(message.Ciphertext); err != nil || !bytes.Equal(plain, message.Payload) {
			t.Errorf("message %d is %x, %v", place, plain, err)
		}
	}
}

func TestEachChangedByteOfTheHelloIsNoticed(t *testing.T) {
	vector := readVector(t)
	hello := vector.Messages[1].Ciphertext
	for place := range hello {
		changed := bytes.Clone(hello)
		changed[place] ^= 1
		if _, err := begin(t, vector).ReadHello(changed); err == nil {
			t.Errorf("byte %d may be another one", place)
		}
	}
	for _, length := range []int{0, 31, 95, len(hello) - 1} {
		if _, err := begin(t, vector).ReadHello(hello[:length]); err == nil {
			t.Errorf("%d bytes are enough", length)
		}
	}
	if _, err := begin(t, vector).ReadHello(make([]byte, 200)); err == nil {
		t.Error("a key of small order is taken")
	}
}

func TestKeysAreReplacedAfterTheirMessages(t *testing.T) {
	pair := func() (*Cipher, *Cipher) {
		one, _ := newCipher(make([]byte, keyBytes))
		other, _ := newCipher(make([]byte, keyBytes))
		return one, other
	}
	sender, receiver := pair()
	plain, _ := pair()
	for number := range messagesPerKey + 2 {
		sealed, err := sender.Encrypt([]byte("message"))
		if err != nil {
			t.Fatal(err)
		}
		if same, _ := plain.seal(nil, []byte("message")); bytes.Equal(same, sealed) != (number < messagesPerKey) {
			t.Fatalf("the key of message %d is wrong", number)
		}
		if _, err := receiver.Decrypt(sealed); err != nil {
			t.Fatalf("message %d: %v", number, err)
		}
	}
	sealed, _ := sender.Encrypt(nil)
	_, _ = sender.Encrypt(nil)
	if _, err := receiver.Decrypt(append(bytes.Clone(sealed), 0)); err == nil {
		t.Error("a changed message is read")
	}
	sender.next = lastNumber
	if _, err := sender.Encrypt(nil); err == nil {
		t.Error("a number is used twice")
	}
}
