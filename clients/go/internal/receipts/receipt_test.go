package receipts

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/signatures"
	"github.com/platonic/platonic/clients/go/internal/vectorfiles"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func readReceipts(t *testing.T) (receipts []*walletv1.Receipt, keySet []byte) {
	var vectors struct {
		Key struct {
			ID        string          `json:"id"`
			PublicKey vectorfiles.Hex `json:"publicKey"`
		} `json:"key"`
		Receipts []struct {
			Message vectorfiles.Hex `json:"message"`
		} `json:"receipts"`
	}
	vectorfiles.Read(t, "receipts.json", &vectors)
	for _, vector := range vectors.Receipts {
		receipt := new(walletv1.Receipt)
		if err := proto.Unmarshal(vector.Message, receipt); err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, receipt)
	}
	key := map[string]string{"kty": "OKP", "crv": "Ed25519", "kid": vectors.Key.ID, "x": base64url.Encode(vectors.Key.PublicKey)}
	keySet, err := json.Marshal(map[string]any{"keys": []any{map[string]string{"kid": "another"}, key}})
	if err != nil {
		t.Fatal(err)
	}
	return receipts, keySet
}

// readRecorded reads receipts of each kind that a service has made: they prove their orders and batches, too.
func readRecorded(t *testing.T) (receipts []*walletv1.Receipt, keySet []byte) {
	t.Helper()
	var recorded struct {
		KeySet   json.RawMessage   `json:"keySet"`
		Receipts []json.RawMessage `json:"receipts"`
	}
	text, err := os.ReadFile("../../testdata/receipts.json")
	if err == nil {
		err = json.Unmarshal(text, &recorded)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range recorded.Receipts {
		receipt := new(walletv1.Receipt)
		if err := protojson.Unmarshal(text, receipt); err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, receipt)
	}
	return receipts, recorded.KeySet
}

func TestReceiptsProveTheirOrders(t *testing.T) {
	receipts, keySet := readRecorded(t)
	var kinds, amounts []string
	for _, receipt := range receipts {
		order, head, err := Verify(receipt, keySet)
		if err != nil || order == nil || head != nil {
			t.Fatalf("%v, %v, %v", order, head, err)
		}
		kinds, amounts = append(kinds, order.Kind), append(amounts, order.Amount)
		if isHold := order.Kind == "hold"; isHold == order.CaptureBefore.IsZero() {
			t.Errorf("captured before %v", order.CaptureBefore)
		}
	}
	if want := "[transfer hold capture release transfer transfer transfer]"; fmt.Sprint(kinds) != want {
		t.Errorf("the receipts are for %v", kinds)
	}
	if want := "[12.5 20 7.5  2 3 2]"; fmt.Sprint(amounts) != want {
		t.Errorf("the receipts are for %v", amounts)
	}
}

// TestOrdersThatAreNotThoseOfTheirEntriesAreBad changes what is signed by nobody but the owner of the order.
func TestOrdersThatAreNotThoseOfTheirEntriesAreBad(t *testing.T) {
	receipts, _ := readRecorded(t)
	for place, receipt := range receipts {
		whole, err := readEntry(receipt.GetEntry())
		if err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(*entry){
			"amount":       func(e *entry) { e.amount++ },
			"owner":        func(e *entry) { e.owner += "0" },
			"id":           func(e *entry) { e.id += "0" },
			"asset":        func(e *entry) { e.asset = "TOKEN_MICRO" },
			"counterparty": func(e *entry) { e.counterparty += "0" },
			"description":  func(e *entry) { e.description += "0" },
			"reverses":     func(e *entry) { e.reverses += "0" },
			"kind":         func(e *entry) { e.kind = 3 },
			"hold":         func(e *entry) { e.hasHold = !e.hasHold },
			"hold's id":    func(e *entry) { e.holdID += "0" },
			"hold's end":   func(e *entry) { e.holdEndsAt++ },
		} {
			changed := whole
			change(&changed)
			if _, err := orderIn(changed); (err == nil) != isUnsaid(whole.kind, name) {
				t.Errorf("receipt %d with another %s: %v", place, name, err)
			}
		}
	}
}

// isUnsaid says whether the orders of a kind of entry do not say something about it.
func isUnsaid(kind byte, name string) bool {
	isChange := kind == entryCapture || kind == entryRelease
	switch name {
	case "counterparty", "description", "reverses", "hold's end":
		return isChange
	case "amount", "asset":
		return kind == entryRelease
	case "hold's id":
		return !isChange
	default:
		return false
	}
}

func TestOrdersUnderOneSignatureAreSignedForWhatTheyAre(t *testing.T) {
	var vectors struct {
		Key struct {
			PublicKey vectorfiles.Hex `json:"publicKey"`
		} `json:"key"`
		Trees []struct {
			Bytes vectorfiles.Hex   `json:"bytes"`
			Kept  []vectorfiles.Hex `json:"kept"`
		} `json:"trees"`
	}
	vectorfiles.Read(t, "signing.json", &vectors)
	public := ed25519.PublicKey(vectors.Key.PublicKey)
	for _, tree := range vectors.Trees {
		var orders walletv1.TransferOrders
		if err := proto.Unmarshal(tree.Bytes, &orders); err != nil {
			t.Fatal(err)
		}
		for place, kept := range tree.Kept {
			order, err := signatures.Serialize(orders.GetOrders()[place])
			signed := entry{kind: entryTransfer, order: order, signature: kept}
			if err != nil || !isEntrySigned(signed, public) {
				t.Errorf("order %d of %d is not signed: %v", place, len(tree.Kept), err)
			}
			if signed.isLinked = true; isEntrySigned(signed, public) {
				t.Errorf("order %d of %d counts as linked", place, len(tree.Kept))
			}
			signed.isLinked, signed.signature = false, append(kept[:len(kept):len(kept)], 0)
			if isEntrySigned(signed, public) {
				t.Errorf("order %d of %d has more bytes than its signature", place, len(tree.Kept))
			}
		}
	}
}

func TestEntriesThatAreCutAreNotRead(t *testing.T) {
	receipts, _ := readRecorded(t)
	for _, receipt := range receipts {
		whole := receipt.GetEntry()
		for length := range len(whole) {
			if _, err := readEntry(whole[:length]); err == nil {
				t.Errorf("%d of %d bytes are read", length, len(whole))
			}
		}
		if _, err := readEntry(append(whole[:len(whole):len(whole)], 0)); err == nil {
			t.Error("a byte too many is read")
		}
	}
}

func TestReceiptsOfTheVectorsAreGood(t *testing.T) {
	receipts, keySet := readReceipts(t)
	for _, receipt := range receipts {
		if _, _, err := Verify(receipt, keySet); err != nil {
			t.Error(err)
		}
	}
}

// TestReceiptsThatWereChangedAreBad changes each byte of each receipt.
func TestReceiptsThatWereChangedAreBad(t *testing.T) {
	receipts, keySet := readRecorded(t)
	changeAll(t, receipts, keySet)
	receipts, keySet = readReceipts(t)
	changeAll(t, receipts, keySet)
}

func changeAll(t *testing.T, receipts []*walletv1.Receipt, keySet []byte) {
	t.Helper()
	tried := 0
	for _, receipt := range receipts {
		receipt.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
			for _, changed := range changesOf(value) {
				other := proto.CloneOf(receipt)
				other.ProtoReflect().Set(field, changed)
				tried++
				if order, _, err := Verify(other, keySet); err == nil {
					t.Fatalf("%s: %v", field.Name(), order)
				}
			}
			return true
		})
	}
	if tried < 1000 {
		t.Errorf("%d changes were tried", tried)
	}
}

// changesOf returns a value with each of its bytes changed, and shortened.
func changesOf(value protoreflect.Value) (changes []protoreflect.Value) {
	switch whole := value.Interface().(type) {
	case int64:
		return []protoreflect.Value{protoreflect.ValueOfInt64(whole + 1)}
	case string:
		return []protoreflect.Value{protoreflect.ValueOfString(whole + "0"), protoreflect.ValueOfString(whole[1:])}
	case []byte:
		for place := range whole {
			changed := append([]byte(nil), whole...)
			changed[place] ^= 0x20
			changes = append(changes, protoreflect.ValueOfBytes(changed))
		}
		return append(changes, protoreflect.ValueOfBytes(whole[1:]), protoreflect.ValueOfBytes(append(whole[:len(whole):len(whole)], 0)))
	}
	return nil
}

func TestReceiptsNeedAKeyOfTheService(t *testing.T) {
	receipts, _ := readReceipts(t)
	for name, keySet := range map[string]string{
		"no JSON":     `keys`,
		"no keys":     `{}`,
		"another key": `{"keys":[{"kid":"x","kty":"OKP","crv":"Ed25519","x":"AAAA"}]}`,
		"a short key": `{"keys":[{"kid":"` + receipts[0].GetKeyId() + `","kty":"OKP","crv":"Ed25519","x":"AAAA"}]}`,
	} {
		if _, _, err := Verify(receipts[0], []byte(keySet)); err == nil {
			t.Errorf("%s: it is good", name)
		}
	}
	if _, _, err := Verify(nil, []byte(`{}`)); err == nil {
		t.Error("no receipt is good")
	}
}

func TestAmountsAreCompared(t *testing.T) {
	for text, is := range map[string]bool{
		"1.5": true, "1.50000000": true, "15e-1": true, "0.15E+1": true, "1500000000e-9": true,
		"1.6": false, "": false, "1.5x": false, "-1.5": false, "1.500000001": false, "1e99": false,
	} {
		if isAmount(text, 8, 150000000) != is {
			t.Errorf("%q: %v", text, !is)
		}
	}
}
