package vectorfiles

import "testing"

// Head is the head of a tree.
type Head struct {
	Size int64 `json:"size"`
	Root Hex   `json:"root"`
}

// Tree are the vectors of the ledger's tree.
type Tree struct {
	Key struct {
		ID        string `json:"id"`
		PublicKey Hex    `json:"publicKey"`
	} `json:"key"`
	Heads       []Head `json:"heads"`
	Consistency []struct {
		Name    string `json:"name"`
		Earlier Head   `json:"earlier"`
		Later   Head   `json:"later"`
		Proof   Hex    `json:"proof"`
		Valid   bool   `json:"valid"`
	} `json:"consistency"`
	Inclusion []struct {
		Name    string `json:"name"`
		Message Hex    `json:"message"`
		// Head is that to which a valid proof leads.
		Head    *Head  `json:"head"`
		Refused string `json:"refused"`
	} `json:"inclusion"`
}

// ReadTree reads the vectors of the ledger's tree.
func ReadTree(t *testing.T) (vectors Tree) {
	Read(t, "tree.json", &vectors)
	return vectors
}
