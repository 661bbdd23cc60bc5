// Lists what a package exports without a comment: `go run ./undocumented FOLDER` prints a line for each declaration.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: undocumented FOLDER")
		os.Exit(2)
	}
	paths, err := filepath.Glob(filepath.Join(os.Args[1], "*.go"))
	if err != nil || len(paths) == 0 {
		fmt.Fprintln(os.Stderr, "undocumented: there are no files in", os.Args[1], err)
		os.Exit(2)
	}
	files := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			fmt.Fprintln(os.Stderr, "undocumented:", err)
			os.Exit(2)
		}
		for _, declaration := range file.Decls {
			for _, name := range undocumented(declaration) {
				fmt.Println(files.Position(name.Pos()), name.Name)
			}
		}
	}
}

// undocumented returns the exported names of a declaration that have no comment.
func undocumented(declaration ast.Decl) []*ast.Ident {
	switch declaration := declaration.(type) {
	case *ast.FuncDecl:
		if declaration.Name.IsExported() && declaration.Doc == nil && !isOfPrivate(declaration.Recv) {
			return []*ast.Ident{declaration.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range declaration.Specs {
			names = append(names, undocumentedIn(spec, declaration.Doc != nil)...)
		}
		return names
	}
	return nil
}

// undocumentedIn looks at one type, constant or variable, of a group that may have a comment for all.
func undocumentedIn(spec ast.Spec, hasComment bool) (names []*ast.Ident) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && spec.Doc == nil && !hasComment {
			return []*ast.Ident{spec.Name}
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && spec.Doc == nil && !hasComment {
				names = append(names, name)
			}
		}
	}
	return names
}

// isOfPrivate says whether a receiver is of a type that is not exported.
func isOfPrivate(receiver *ast.FieldList) bool {
	if receiver == nil {
		return false
	}
	kind := receiver.List[0].Type
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	name, ok := kind.(*ast.Ident)
	return ok && !name.IsExported()
}
