// Verify checks vectors with Go's standard library alone: `go run verify.go FILE...`. It knows none of our code, only
// what docs/vectors.md says.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
)

type part struct{ Name, As, Value, Hex string }

type step struct {
	Name, Do, Of, To, Key, Salt, Info, Seed, PublicKey, Signature, Bytes string
	Length                                                               int
	Valid, Equal                                                         bool
	Parts                                                                []part
}

type vector struct {
	Name, Refused string
	Steps         []step
}

func main() {
	vectors, steps := 0, 0
	for _, path := range os.Args[1:] {
		text, err := os.ReadFile(path)
		check(err == nil, path, "cannot be read")
		var file struct{ Vectors []vector }
		check(json.Unmarshal(text, &file) == nil, path, "is not JSON of vectors")
		check(len(file.Vectors) > 0, path, "has no vectors")
		for _, one := range file.Vectors {
			verify(path+": "+one.Name, one)
			vectors++
			steps += len(one.Steps)
		}
	}
	fmt.Printf("%d vectors, %d steps\n", vectors, steps)
}

// verify computes every step anew from the values of its parts and the steps before it.
func verify(place string, one vector) {
	known := map[string][]byte{}
	for _, s := range one.Steps {
		at := place + ", " + s.Name
		switch s.Do {
		case "ed25519-verify":
			found := ed25519.Verify(unhex(at, s.PublicKey), known[s.Of], known[s.Signature])
			check(found == s.Valid, at, "the signature is valid, or not, against what is said")
			continue
		case "compare":
			check(bytes.Equal(known[s.Of], known[s.To]) == s.Equal, at, "equal, or not, against what is said")
			continue
		}
		computed := compute(at, s, known)
		check(hex.EncodeToString(computed) == s.Bytes, at, "has other bytes")
		known[s.Name] = computed
	}
}

func compute(at string, s step, known map[string][]byte) []byte {
	of := known[s.Of]
	switch s.Do {
	case "join":
		joined := []byte{}
		for _, p := range s.Parts {
			b := encode(at, p, known)
			check(hex.EncodeToString(b) == p.Hex, at+", "+p.Name, "has other bytes")
			joined = append(joined, b...)
		}
		return joined
	case "sha-256":
		sum := sha256.Sum256(of)
		return sum[:]
	case "hmac-sha-256":
		return mac(known[s.Key], of)
	case "hkdf-sha-256": // RFC 5869; one block is enough for 32 bytes
		check(s.Length == 32, at, "has another length than 32")
		return mac(mac(known[s.Salt], known[s.Key]), append(bytes.Clone(known[s.Info]), 1))
	case "base64url":
		return []byte(base64.RawURLEncoding.EncodeToString(of))
	case "crockford-80":
		return []byte(code(of))
	case "ed25519-sign":
		return ed25519.Sign(ed25519.NewKeyFromSeed(unhex(at, s.Seed)), of)
	}
	check(false, at, "is an unknown step: "+s.Do)
	return nil
}

func encode(at string, p part, known map[string][]byte) []byte {
	switch p.As {
	case "utf8":
		return []byte(p.Value)
	case "hex":
		return unhex(at, p.Value)
	case "step":
		b, isKnown := known[p.Value]
		check(isKnown, at, "names no earlier step: "+p.Value)
		return b
	}
	number, isNumber := new(big.Int).SetString(p.Value, 10)
	check(isNumber, at, "is no number: "+p.Value)
	if p.As == "varint" {
		return binary.AppendUvarint(nil, number.Uint64())
	}
	width := map[string]int{"u8": 1, "u16": 2, "u32": 4, "u64": 8, "u128": 16}[p.As]
	check(width > 0 && number.BitLen() <= 8*width, at, "does not fit: "+p.As)
	return number.FillBytes(make([]byte, width))
}

func code(digest []byte) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	rest, text := new(big.Int).SetBytes(digest[:10]), ""
	for place := 15; place >= 0; place-- {
		index := new(big.Int).And(new(big.Int).Rsh(rest, uint(5*place)), big.NewInt(31)).Int64()
		text += string(alphabet[index])
		if place%4 == 0 && place > 0 {
			text += "-"
		}
	}
	return text
}

func mac(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(nil)
}

func unhex(at, text string) []byte {
	b, err := hex.DecodeString(text)
	check(err == nil, at, "is not hexadecimal")
	return b
}

func check(isRight bool, at, problem string) {
	if !isRight {
		fmt.Fprintln(os.Stderr, at+": "+problem)
		os.Exit(1)
	}
}
