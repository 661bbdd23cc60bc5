// Package durable stores files that survive the end of the process and of the machine.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Partial is the ending of files that are not finished, and count for nothing.
const Partial = ".new"

// File is a file that is to be stored.
type File struct {
	Name string
	Text []byte
}

// Folder stores files that it replaces never.
type Folder struct {
	Path string
	// link gives a file another name, unless there is one of that name.
	link func(from, to string) error
}

// NewFolder returns a folder.
func NewFolder(path string) *Folder { return &Folder{path, os.Link} }

// Store stores files, all or none, and returns once they are on the disk. A name that is there, whichever process has made it, is
// the error fs.ErrExist.
func (f *Folder) Store(files []File) (err error) {
	var stored []string
	defer func() {
		if err != nil {
			for _, path := range stored {
				err = errors.Join(err, os.Remove(path))
			}
		}
	}()
	var partials []string
	defer func() {
		for _, partial := range partials {
			_ = os.Remove(partial) // What is partial counts for nothing.
		}
	}()
	for _, file := range files {
		if _, err := os.Lstat(f.pathOf(file)); err == nil {
			return fs.ErrExist
		}
		partial, err := f.write(file)
		if partial != "" {
			partials = append(partials, partial)
		}
		if err != nil {
			return err
		}
	}
	for place, file := range files {
		if err := publish(f.link, partials[place], f.pathOf(file)); err != nil {
			return err
		}
		stored = append(stored, f.pathOf(file))
	}
	return f.sync()
}

func (f *Folder) pathOf(file File) string { return filepath.Join(f.Path, file.Name) }

// write writes a file under a name of its own, which no other process has, and returns that if there is one.
func (f *Folder) write(file File) (partial string, err error) {
	written, err := os.CreateTemp(f.Path, file.Name+".*"+Partial)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, written.Close()) }()
	if _, err := written.Write(file.Text); err != nil {
		return written.Name(), err
	}
	return written.Name(), written.Sync()
}

// Publish gives a file another name, and replaces no other one, which is the error fs.ErrExist. The old name may remain.
func Publish(from, to string) error { return publish(os.Link, from, to) }

func publish(link func(from, to string) error, partial, path string) error {
	err := link(partial, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Not every file system has links. The name is taken by an empty file then, which the whole one replaces.
	reserved, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(reserved.Close(), os.Rename(partial, path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// RemovePartials removes files of a folder that were not finished, as far as it can: nobody reads them.
func RemovePartials(folder string) {
	names, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, name := range names {
		if strings.HasSuffix(name.Name(), Partial) {
			_ = os.Remove(filepath.Join(folder, name.Name()))
		}
	}
}

// sync makes the names in the folder durable. Windows cannot, and does not need it.
func (f *Folder) sync() (err error) {
	if os.PathSeparator == '\\' {
		return nil
	}
	folder, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	return folder.Sync()
}
