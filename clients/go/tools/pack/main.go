// Packs a module as a proxy of modules serves it: `go run ./pack FOLDER VERSION PROXY` writes the zip of the module in FOLDER,
// and what stands beside it, below the folder PROXY. With `GOPROXY=file://PROXY` any program can require it.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: pack FOLDER VERSION PROXY")
		os.Exit(2)
	}
	if err := pack(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(folder, version, proxy string) error {
	manifest, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	packed := module.Version{Path: modfile.ModulePath(manifest), Version: version}
	escaped, err := module.EscapePath(packed.Path)
	if err != nil {
		return err
	}
	target := filepath.Join(proxy, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	if err := writeZip(filepath.Join(target, version+".zip"), packed, folder); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Now().UTC()})
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(target, version+".info"), info, 0o644),
		os.WriteFile(filepath.Join(target, version+".mod"), manifest, 0o644),
		os.WriteFile(filepath.Join(target, "list"), []byte(version+"\n"), 0o644),
	)
}

func writeZip(path string, packed module.Version, folder string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return zip.CreateFromDir(file, packed, folder)
}
