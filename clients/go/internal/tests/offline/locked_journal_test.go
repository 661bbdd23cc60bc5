package offline_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
)

// openJournal opens a journal in a folder.
func openJournal(t *testing.T, folder string) platonic.Journal {
	t.Helper()
	journal, err := platonic.NewFileJournal(folder)
	if err != nil {
		t.Fatal(err)
	}
	return journal
}

// walletWith opens a wallet with a journal.
func walletWith(t *testing.T, client *platonic.Client, journal platonic.Journal) *platonic.Wallet {
	t.Helper()
	wallet, err := client.Wallet(platonic.WalletOptions{Journal: journal})
	if err != nil {
		t.Fatal(err)
	}
	return wallet
}

func isLocked(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, "lock"))
	return err == nil
}

// lockElsewhere writes the lock of a process on another host.
func lockElsewhere(t *testing.T, folder string) {
	t.Helper()
	const text = `{"host": "elsewhere.example", "process": 4711, "token": "00000000-0000-4000-8000-000000000000"}`
	if err := os.WriteFile(filepath.Join(folder, "lock"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

var lunch = platonic.Order{Recipient: "01920000-0000-7000-8000-0000000000be", Amount: "1", TokenType: platonic.TokenStandard}

func TestTheLastWalletThatIsClosedGivesTheFolderAway(t *testing.T) {
	for name, closeAll := range map[string]func(*platonic.Client, ...*platonic.Wallet){
		"wallets": func(_ *platonic.Client, wallets ...*platonic.Wallet) {
			for _, wallet := range wallets {
				wallet.Close()
				wallet.Close()
			}
		},
		"their client": func(client *platonic.Client, _ ...*platonic.Wallet) { client.Close() },
	} {
		_, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
		folder := t.TempDir()
		shared := openJournal(t, folder)
		first, second, third := walletWith(t, client, shared), walletWith(t, client, shared), walletWith(t, client, openJournal(t, folder))
		if isLocked(folder) {
			t.Errorf("%s: the folder is taken before it is used", name)
		}
		for _, wallet := range []*platonic.Wallet{first, second, third} {
			if _, err := wallet.Reconcile(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		first.Close()
		first.Close()
		third.Close()
		if !isLocked(folder) {
			t.Errorf("%s: the folder is given away while a wallet uses it", name)
		}
		closeAll(client, second)
		if isLocked(folder) {
			t.Errorf("%s: the folder is not given away", name)
		}
		client.Close()
	}
}

func TestAWalletThatIsClosedWaitsForNoFolder(t *testing.T) {
	for name, end := range map[string]func(*platonic.Wallet, context.CancelFunc){
		"close":  func(wallet *platonic.Wallet, _ context.CancelFunc) { wallet.Close() },
		"cancel": func(_ *platonic.Wallet, cancel context.CancelFunc) { cancel() },
	} {
		synctest.Test(t, func(t *testing.T) {
			service, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
			folder := t.TempDir()
			lockElsewhere(t, folder)
			wallet := walletWith(t, client, openJournal(t, folder))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			began := time.Now()
			time.AfterFunc(time.Second, func() { end(wallet, cancel) })
			_, err := wallet.Pay(ctx, lunch)
			want := map[string]platonic.Reason{"close": platonic.ReasonStateInvalid, "cancel": platonic.ReasonUnknown}[name]
			if took := time.Since(began); reasonIn(err) != want || took != time.Second || service.asked.Load() != 0 {
				t.Errorf("%s, after %v: %v", name, took, err)
			}
			wallet.Close()
			synctest.Wait()
			if text, err := os.ReadFile(filepath.Join(folder, "lock")); err != nil || !strings.Contains(string(text), "4711") {
				t.Errorf("%s: the lock is %s, %v", name, text, err)
			}
		})
	}
}

func TestAJournalThatIsTakenOverStoresNothing(t *testing.T) {
	folder := t.TempDir()
	journal := openJournal(t, folder)
	if err := journal.Put(platonic.Operation{ID: "1"}); err != nil {
		t.Fatal(err)
	}
	lockElsewhere(t, folder)
	_, listing := journal.List()
	for _, err := range []error{journal.Put(platonic.Operation{ID: "2"}), listing} {
		if reasonIn(err) != platonic.ReasonStateInvalid || !strings.Contains(err.Error(), folder) || !strings.Contains(err.Error(), "process 4711 on host elsewhere.example") {
			t.Errorf("%v", err)
		}
	}
	if err := journal.Remove("1"); err != nil {
		t.Errorf("what is settled stays: %v", err)
	}
	if err := journal.(io.Closer).Close(); err != nil || !isLocked(folder) {
		t.Errorf("the lock of another process was removed: %v", err)
	}
}

// closingJournal is a journal of the caller's that fails, and that can be closed.
type closingJournal struct {
	platonic.Journal
	closed int
}

var errDisk = errors.New("the tape is torn")

func (j *closingJournal) Put(...platonic.Operation) error { return errDisk }
func (j *closingJournal) Close() error                    { j.closed++; return nil }

func TestAJournalOfTheCallersFailsAndIsClosed(t *testing.T) {
	service, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
	journal := &closingJournal{Journal: platonic.NewMemoryJournal()}
	wallet := walletWith(t, client, journal)
	_, err := wallet.Pay(t.Context(), lunch)
	if reasonIn(err) != platonic.ReasonStateInvalid || !errors.Is(err, errDisk) || service.asked.Load() != 0 {
		t.Errorf("%v", err)
	}
	wallet.Close()
	if journal.closed != 1 {
		t.Errorf("it was closed %d times", journal.closed)
	}
}
