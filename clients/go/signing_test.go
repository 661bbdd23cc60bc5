package platonic

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"testing"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

type signingVectors struct {
	Key struct {
		ID        string   `json:"id"`
		Seed      hexBytes `json:"seed"`
		PublicKey hexBytes `json:"publicKey"`
	} `json:"key"`
	Message  hexBytes `json:"message"`
	Purposes []struct {
		Purpose   purpose  `json:"purpose"`
		Bytes     hexBytes `json:"bytes"`
		Signature hexBytes `json:"signature"`
	} `json:"purposes"`
	Orders  []orderVector `json:"orders"`
	Holds   []orderVector `json:"holds"`
	Changes []orderVector `json:"changes"`
	Trees   []struct {
		Count     int        `json:"count"`
		Bytes     hexBytes   `json:"bytes"`
		Root      hexBytes   `json:"root"`
		Signature hexBytes   `json:"signature"`
		Kept      []hexBytes `json:"kept"`
	} `json:"trees"`
}

type orderVector struct {
	Purpose   purpose         `json:"purpose"`
	Order     json.RawMessage `json:"order"`
	Bytes     hexBytes        `json:"bytes"`
	Signature hexBytes        `json:"signature"`
}

func readSigning(t *testing.T) (*signingVectors, *Credentials) {
	var vectors signingVectors
	readVectors(t, "signing.json", &vectors)
	return &vectors, vectorCredentials("01920000-0000-7000-8000-0000000000ad", vectors.Key.ID, vectors.Key.Seed)
}

func TestSignaturesAreThoseOfTheVectors(t *testing.T) {
	vectors, credentials := readSigning(t)
	for _, vector := range vectors.Purposes {
		signature, err := credentials.sign(vector.Purpose.bytes(vectors.Message))
		if err != nil || !bytes.Equal(signature, vector.Signature) {
			t.Errorf("%s: signed %x, %v", vector.Purpose, signature, err)
		}
	}
	check := func(vector orderVector, purpose purpose, order proto.Message) {
		t.Helper()
		if err := protojson.Unmarshal(vector.Order, order); err != nil {
			t.Fatal(err)
		}
		signed, err := credentials.signedOrder(purpose, order)
		if err != nil || !bytes.Equal(signed.GetOrder(), vector.Bytes) || !bytes.Equal(signed.GetSignature(), vector.Signature) {
			t.Errorf("signed %v, %v; want %+v", signed, err, vector)
		}
	}
	for _, vector := range append(vectors.Orders, vectors.Holds...) {
		check(vector, forTransfer, new(walletv1.TransferOrder))
	}
	check(vectors.Changes[0], forCapture, new(walletv1.CaptureOrder))
	check(vectors.Changes[1], forRelease, new(walletv1.ReleaseOrder))
}

func TestManyOrdersAreSignedAsTheVectorsSay(t *testing.T) {
	vectors, credentials := readSigning(t)
	if len(vectors.Trees) < 4 {
		t.Fatalf("there are %d trees", len(vectors.Trees))
	}
	for _, tree := range vectors.Trees {
		var orders walletv1.TransferOrders
		if err := proto.Unmarshal(tree.Bytes, &orders); err != nil {
			t.Fatal(err)
		}
		set, err := credentials.signedOrders(forTransfers, orders.GetOrders())
		if err != nil || !bytes.Equal(set.bytes, tree.Bytes) || !bytes.Equal(set.root, tree.Root) ||
			!bytes.Equal(set.signature, tree.Signature) {
			t.Fatalf("%d orders: %+v, %v", tree.Count, set, err)
		}
		for place, kept := range tree.Kept {
			signed := entry{kind: entryTransfer, order: set.parts[place], signature: kept}
			if !isEntrySigned(signed, ed25519.PublicKey(vectors.Key.PublicKey)) {
				t.Errorf("order %d of %d is not signed", place, tree.Count)
			}
			if signed.isLinked = true; isEntrySigned(signed, ed25519.PublicKey(vectors.Key.PublicKey)) {
				t.Errorf("order %d of %d counts as linked", place, tree.Count)
			}
			signed.isLinked, signed.signature = false, append(kept[:len(kept):len(kept)], 0)
			if isEntrySigned(signed, ed25519.PublicKey(vectors.Key.PublicKey)) {
				t.Errorf("order %d of %d has more bytes than its signature", place, tree.Count)
			}
		}
	}
}

// stepVectors are vectors with the steps that lead to their bytes.
type stepVectors struct {
	Vectors []struct {
		Name    string  `json:"name"`
		Purpose purpose `json:"purpose"`
		Refused string  `json:"refused"`
		Steps   []struct {
			Name      string   `json:"name"`
			Do        string   `json:"do"`
			Of        string   `json:"of"`
			Signature string   `json:"signature"`
			PublicKey hexBytes `json:"publicKey"`
			Valid     bool     `json:"valid"`
			Bytes     hexBytes `json:"bytes"`
		} `json:"steps"`
	} `json:"vectors"`
}

func TestSignaturesAreVerifiedAsTheVectorsSay(t *testing.T) {
	refused := 0
	for _, file := range []string{"orders", "holds", "receipts", "others"} {
		var vectors stepVectors
		readVectors(t, "steps/"+file+".json", &vectors)
		for _, vector := range vectors.Vectors {
			results := map[string][]byte{}
			for _, step := range vector.Steps {
				results[step.Name] = step.Bytes
				if step.Do != "ed25519-verify" {
					continue
				}
				valid := isSigned(ed25519.PublicKey(step.PublicKey), results[step.Of], results[step.Signature])
				if valid != step.Valid {
					t.Errorf("%s: %s is %v", vector.Name, step.Name, valid)
				}
				if !valid {
					refused++
				}
			}
		}
	}
	if refused < 8 {
		t.Errorf("%d signatures were refused", refused)
	}
}

func TestIdsAreUUIDsOfVersion7(t *testing.T) {
	first, second := NewID(), NewID()
	if first == second || !uuidPattern.MatchString(first) || first[14] != '7' {
		t.Errorf("%s, %s", first, second)
	}
	if _, err := idOr("01920000-0000-7000-8000-0000000000AD"); err == nil {
		t.Error("an id in upper case is taken")
	}
}
