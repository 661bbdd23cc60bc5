package signatures_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"testing"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/signatures"
	"github.com/platonic/platonic/clients/go/internal/vectorfiles"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

type signingVectors struct {
	Key struct {
		ID        string          `json:"id"`
		Seed      vectorfiles.Hex `json:"seed"`
		PublicKey vectorfiles.Hex `json:"publicKey"`
	} `json:"key"`
	Message  vectorfiles.Hex `json:"message"`
	Purposes []struct {
		Purpose   signatures.Purpose `json:"purpose"`
		Bytes     vectorfiles.Hex    `json:"bytes"`
		Signature vectorfiles.Hex    `json:"signature"`
	} `json:"purposes"`
	Orders  []orderVector `json:"orders"`
	Holds   []orderVector `json:"holds"`
	Changes []orderVector `json:"changes"`
	Trees   []struct {
		Count     int               `json:"count"`
		Bytes     vectorfiles.Hex   `json:"bytes"`
		Root      vectorfiles.Hex   `json:"root"`
		Signature vectorfiles.Hex   `json:"signature"`
		Kept      []vectorfiles.Hex `json:"kept"`
	} `json:"trees"`
}

type orderVector struct {
	Purpose   signatures.Purpose `json:"purpose"`
	Order     json.RawMessage    `json:"order"`
	Bytes     vectorfiles.Hex    `json:"bytes"`
	Signature vectorfiles.Hex    `json:"signature"`
}

func readSigning(t *testing.T) (*signingVectors, ed25519.PrivateKey) {
	var vectors signingVectors
	vectorfiles.Read(t, "signing.json", &vectors)
	return &vectors, ed25519.NewKeyFromSeed(vectors.Key.Seed)
}

func TestSignaturesAreThoseOfTheVectors(t *testing.T) {
	vectors, key := readSigning(t)
	for _, vector := range vectors.Purposes {
		signature, err := signatures.Sign(key, vector.Purpose.Bytes(vectors.Message))
		if err != nil || !bytes.Equal(signature, vector.Signature) {
			t.Errorf("%s: signed %x, %v", vector.Purpose, signature, err)
		}
	}
	check := func(vector orderVector, purpose signatures.Purpose, order proto.Message) {
		t.Helper()
		if err := protojson.Unmarshal(vector.Order, order); err != nil {
			t.Fatal(err)
		}
		signed, err := signatures.SignOrder(key, vectors.Key.ID, purpose, order)
		if err != nil || !bytes.Equal(signed.GetOrder(), vector.Bytes) || !bytes.Equal(signed.GetSignature(), vector.Signature) {
			t.Errorf("signed %v, %v; want %+v", signed, err, vector)
		}
	}
	for _, vector := range append(vectors.Orders, vectors.Holds...) {
		check(vector, signatures.ForTransfer, new(walletv1.TransferOrder))
	}
	check(vectors.Changes[0], signatures.ForCapture, new(walletv1.CaptureOrder))
	check(vectors.Changes[1], signatures.ForRelease, new(walletv1.ReleaseOrder))
}

func TestManyOrdersAreSignedAsTheVectorsSay(t *testing.T) {
	vectors, key := readSigning(t)
	if len(vectors.Trees) < 4 {
		t.Fatalf("there are %d trees", len(vectors.Trees))
	}
	for _, tree := range vectors.Trees {
		var orders walletv1.TransferOrders
		if err := proto.Unmarshal(tree.Bytes, &orders); err != nil {
			t.Fatal(err)
		}
		set, err := signatures.SignOrders(key, signatures.ForTransfers, orders.GetOrders())
		if err != nil || !bytes.Equal(set.Bytes, tree.Bytes) || !bytes.Equal(set.Root, tree.Root) ||
			!bytes.Equal(set.Signature, tree.Signature) {
			t.Fatalf("%d orders: %+v, %v", tree.Count, set, err)
		}
		for place, kept := range tree.Kept {
			root, isTree := signatures.RootOf(set.Parts[place], kept)
			if !isTree || !bytes.Equal(root, tree.Root) || !bytes.Equal(kept[:ed25519.SignatureSize], tree.Signature) {
				t.Errorf("order %d of %d is not signed", place, tree.Count)
			}
			if _, isTree := signatures.RootOf(set.Parts[place], append(kept[:len(kept):len(kept)], 0)); isTree {
				t.Errorf("order %d of %d has more bytes than its signature", place, tree.Count)
			}
		}
	}
}

func TestSignaturesAreVerifiedAsTheVectorsSay(t *testing.T) {
	refused := 0
	for _, file := range []string{"orders", "holds", "receipts", "others"} {
		var vectors vectorfiles.Steps
		vectorfiles.Read(t, "steps/"+file+".json", &vectors)
		for _, vector := range vectors.Vectors {
			results := map[string][]byte{}
			for _, step := range vector.Steps {
				results[step.Name] = step.Bytes
				if step.Do != "ed25519-verify" {
					continue
				}
				valid := signatures.IsSigned(ed25519.PublicKey(step.PublicKey), results[step.Of], results[step.Signature])
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
