package hashtree_test

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/platonic/platonic/clients/go/internal/hashtree"
	"github.com/platonic/platonic/clients/go/internal/vectorfiles"
)

func TestTreesHaveTheHeadsOfTheVectors(t *testing.T) {
	vectors := vectorfiles.ReadTree(t)
	for _, head := range vectors.Heads {
		leaves := make([][]byte, head.Size)
		for place := range leaves {
			leaves[place] = []byte(strconv.Itoa(place))
		}
		if !bytes.Equal(hashtree.Root(leaves), head.Root) {
			t.Errorf("the tree of %d leaves has another root", head.Size)
		}
	}
}
