// Checks packages as go vet does, from their sources and those of what they import. Nothing is compiled, which for a
// platform other than this one would take a minute: `go build -o vet ./vet`, then `GOOS=windows vet ./...`.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/suite/vet"
)

func main() {
	multichecker.Main(vet.Suite...)
}
