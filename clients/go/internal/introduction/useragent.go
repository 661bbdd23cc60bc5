// Package introduction has how a client and a service tell each other who they are.
package introduction

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
)

// productsMax is the longest text that a caller puts before the name of the client.
const productsMax = 256

// productsPattern matches those of a caller, as User-Agent has them: visible characters, with single spaces between them.
var productsPattern = regexp.MustCompile(`^[!-~]+( [!-~]+)*$`)

// goVersion is the version of Go, without what a toolchain adds to it.
var goVersion = cmp.Or(regexp.MustCompile(`go\d[\w.]*`).FindString(runtime.Version()), "go0")

// CheckProducts refuses what cannot stand before the name of the client.
func CheckProducts(products string) error {
	if len(products) > productsMax || !productsPattern.MatchString(products) {
		return fmt.Errorf("platonic: a user agent has 1 to %d visible characters, with single spaces between words, such as shop/2.1, "+
			"unlike %q", productsMax, products)
	}
	return nil
}

// UserAgent returns the text by which requests name their client, after the products of the caller.
func UserAgent(products, version string) string {
	name := fmt.Sprintf("platonic-client-go/%s (%s; %s %s)", version, goVersion, runtime.GOOS, runtime.GOARCH)
	if products == "" {
		return name
	}
	return products + " " + name
}
