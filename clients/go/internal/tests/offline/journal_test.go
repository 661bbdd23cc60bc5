package offline_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	platonic "github.com/platonic/platonic/clients/go"
)

func TestJournalsKeepOperations(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a [journal]*")
	file, err := platonic.NewFileJournal(folder)
	if err != nil {
		t.Fatal(err)
	}
	for name, journal := range map[string]platonic.Journal{"memory": platonic.NewMemoryJournal(), "file": file} {
		t.Run(name, func(t *testing.T) {
			first := platonic.Operation{ID: "1", Order: []byte{1, 2, 255}, KeyID: "key", Signature: []byte{3}}
			second := platonic.Operation{ID: "2", Order: []byte{4}, KeyID: "key", Signature: []byte{5}}
			if err := journal.Put(first, second); err != nil {
				t.Fatal(err)
			}
			if list, err := journal.List(); err != nil || !reflect.DeepEqual(list, []platonic.Operation{first, second}) {
				t.Fatalf("%v, %v", list, err)
			}
			third := platonic.Operation{ID: "3"}
			if err := journal.Put(third, second); !errors.Is(err, platonic.ErrJournaled) {
				t.Errorf("an operation was replaced: %v", err)
			}
			if err := errors.Join(journal.Remove("1"), journal.Remove("1"), journal.Remove("unknown")); err != nil {
				t.Error(err)
			}
			if list, err := journal.List(); err != nil || !reflect.DeepEqual(list, []platonic.Operation{second}) {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
	if again, err := platonic.NewFileJournal(folder); err != nil {
		t.Error(err)
	} else if list, err := again.List(); err != nil || len(list) != 1 {
		t.Errorf("the next process has %v, %v", list, err)
	}
	if names, _ := os.ReadDir(folder); len(names) != 2 {
		t.Errorf("the folder has %v beside the lock", names)
	}
}

func TestAFileJournalNamesWhatItCannotRead(t *testing.T) {
	folder := t.TempDir()
	journal, _ := platonic.NewFileJournal(folder)
	if err := journal.Put(platonic.Operation{ID: "../1"}); err == nil {
		t.Error("an id leaves the folder")
	}
	for name, text := range map[string]string{
		"cut": `{"id":"cut","ord`, "other": `{"id":"cut","order":"","keyId":"","signature":""}`, "bytes": `{"id":"bytes","order":"+"}`,
	} {
		path := filepath.Join(folder, name+".operation")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := journal.List(); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		_ = os.Remove(path)
	}
	// A process that was killed while it wrote.
	_ = os.WriteFile(filepath.Join(folder, "4"+".operation.new"), []byte(`{"id`), 0o600)
	if list, err := journal.List(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestAFileJournalThatCannotWriteStoresNothing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "journal")
	journal, _ := platonic.NewFileJournal(folder)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := journal.Put(platonic.Operation{ID: "1"}); reasonIn(err) != platonic.ReasonStateInvalid || !strings.Contains(err.Error(), folder) {
		t.Errorf("an operation is stored nowhere: %v", err)
	}
	const nowhere = "/dev/null/journal"
	if _, err := platonic.NewFileJournal(nowhere); reasonIn(err) != platonic.ReasonStateInvalid || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("a journal is nowhere: %v", err)
	}
}

func TestAFileJournalKeepsEveryKindForEveryLanguage(t *testing.T) {
	folder := t.TempDir()
	journal, err := platonic.NewFileJournal(folder)
	if err != nil {
		t.Fatal(err)
	}
	exchange := platonic.Operation{ID: "1", Order: []byte{1}, Signature: []byte{}, IsExchange: true}
	payment := platonic.Operation{ID: "2", Order: []byte{2}, KeyID: "key", Signature: []byte{3}}
	batch := platonic.Operation{ID: "3", Order: []byte{4}, KeyID: "key", Signature: []byte{5}, IsBatch: true}
	if err := journal.Put(exchange, payment, batch); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"1": `{"id":"1","order":"AQ","keyId":"","signature":"","kind":"exchange"}`,
		"2": `{"id":"2","order":"Ag","keyId":"key","signature":"Aw"}`,
		"3": `{"id":"3","order":"BA","keyId":"key","signature":"BQ","kind":"batch"}`,
	} {
		if text, err := os.ReadFile(filepath.Join(folder, name+".operation")); err != nil || string(text) != want {
			t.Errorf("%s, %v", text, err)
		}
	}
	if listed, err := journal.List(); err != nil || !reflect.DeepEqual(listed, []platonic.Operation{exchange, payment, batch}) {
		t.Errorf("%v, %v", listed, err)
	}
	newer := filepath.Join(folder, "4.operation")
	if err := os.WriteFile(newer, []byte(`{"id":"4","order":"","keyId":"","signature":"","kind":"loan"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.List(); err == nil || !strings.Contains(err.Error(), newer) || !strings.Contains(err.Error(), "loan") {
		t.Errorf("an operation of another kind: %v", err)
	}
}
