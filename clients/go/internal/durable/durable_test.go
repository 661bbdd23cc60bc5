package durable

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

func TestNoProcessReplacesWhatAnotherHasStored(t *testing.T) {
	for _, name := range []string{"links", "no links"} {
		path := t.TempDir()
		for number := range 50 {
			file := File{Name: strconv.Itoa(number), Text: []byte("text")}
			var stored atomic.Int32
			var processes sync.WaitGroup
			begin := make(chan struct{})
			for range 4 {
				folder := NewFolder(path)
				if name == "no links" {
					folder.link = func(string, string) error { return errors.ErrUnsupported }
				}
				processes.Go(func() {
					<-begin
					if folder.Store([]File{file}) == nil {
						stored.Add(1)
					}
				})
			}
			close(begin)
			processes.Wait()
			if stored.Load() != 1 {
				t.Fatalf("%s: %d processes have stored file %d", name, stored.Load(), number)
			}
		}
		if files, err := os.ReadDir(path); err != nil || len(files) != 50 {
			t.Errorf("%s: the folder has %v, %v", name, files, err)
		}
	}
}

func TestFilesAreStoredAllOrNone(t *testing.T) {
	path := t.TempDir()
	links := 0
	folder := &Folder{path, func(from, to string) error {
		if links++; links == 3 {
			// Another process takes the name in the meantime, and keeps it.
			if err := os.WriteFile(to, []byte("of another"), 0o600); err != nil {
				return err
			}
		}
		return os.Link(from, to)
	}}
	if err := folder.Store([]File{{Name: "1"}, {Name: "2"}, {Name: "3"}}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	files, err := os.ReadDir(path)
	if err != nil || len(files) != 1 || files[0].Name() != "3" {
		t.Errorf("the folder has %v, %v", files, err)
	}
}
