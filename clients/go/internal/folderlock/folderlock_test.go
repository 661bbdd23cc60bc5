package folderlock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// processOf returns the locks of a process of its own.
func processOf(host string, id int, isRunning bool) *table {
	return &table{process{host, "1 pid:[1]", id, func(int) bool { return isRunning }}, sync.Mutex{}, map[string]*entry{}}
}

// taken takes the lock of a folder, and releases it in the end.
func taken(t *testing.T, by *table, folder string) *Hold {
	t.Helper()
	hold, err := by.take(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = hold.Release() })
	return hold
}

func holderIn(t *testing.T, folder string) holder {
	t.Helper()
	seen, err := look(filepath.Join(folder, fileName))
	if err != nil {
		t.Fatal(err)
	}
	return seen.holder()
}

func isLocked(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, fileName))
	return err == nil
}

// systemMember returns what a lock says of the system, as it is documented; nothing on other systems than Linux.
func systemMember() string {
	start, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	namespace, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return fmt.Sprintf(`,"system":"%s %s"`, strings.TrimSpace(string(start)), namespace)
}

func TestALockNamesItsProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		for _, name := range []string{"1.operation.5.new", "2.new", "3.operation"} {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		hold, err := Take(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "lock"))
		if err != nil {
			t.Fatal(err)
		}
		host, _ := os.Hostname()
		token := hold.entry.lock.holder.Token
		want := fmt.Sprintf(`{"host":%q%s,"process":%d,"token":%q}`+"\n", host, systemMember(), os.Getpid(), token)
		if string(text) != want || len(token) != 36 {
			t.Errorf("%s, not %s", text, want)
		}
		if about, err := os.Stat(filepath.Join(folder, "lock")); err != nil || about.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", about, err)
		}
		if names, _ := os.ReadDir(folder); len(names) != 2 {
			t.Errorf("what is unfinished stays: %v", names)
		}
		if err := errors.Join(hold.Check(), hold.Release()); err != nil || isLocked(folder) {
			t.Errorf("the lock stays: %v", err)
		}
	})
}

func TestALockOfAProcessThatLivesIsRespected(t *testing.T) {
	for name, other := range map[string]*table{"on this host": processOf("here", 2, true), "on another host": processOf("there", 1, true)} {
		synctest.Test(t, func(t *testing.T) {
			folder := t.TempDir()
			first := taken(t, processOf("here", 1, true), folder)
			began := time.Now()
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					_, err := other.take(t.Context(), folder)
					used := new(usedError)
					if !errors.As(err, &used) || !strings.Contains(err.Error(), folder) || !strings.Contains(err.Error(), "process 1 on host here") {
						t.Errorf("%s: %v", name, err)
					}
				})
			}
			all.Wait()
			// All have watched for the same beat.
			if took := time.Since(began); took > beatTime+lookTime {
				t.Errorf("%s: seen after %v", name, took)
			}
			if err := first.Check(); err != nil || len(other.entries) != 0 {
				t.Errorf("%s: %v, %v", name, err, other.entries)
			}
		})
	}
}

func TestALockThatIsLeftOverIsTakenOver(t *testing.T) {
	left := func(host, system string, process int) string {
		return fmt.Sprintf(`{"host": %q,%s "process": %d, "token": "of the first"}`, host, system, process)
	}
	const system = ` "system": "1 pid:[1]",`
	for name, test := range map[string]struct {
		text      string
		isRunning bool
		after     time.Duration
	}{
		"of a process that has ended":   {left("here", system, 7), false, 0},
		"of this process's number":      {left("here", system, 2), true, leftTime},
		"of a process that hangs":       {left("here", system, 7), true, leftTime},
		"of another container":          {left("here", ` "system": "1 pid:[2]",`, 7), false, leftTime},
		"of an earlier start":           {left("here", ` "system": "2 pid:[1]",`, 7), false, leftTime},
		"of no system":                  {left("here", "", 7), false, leftTime},
		"of a system that is no string": {left("here", ` "system": {"pid": 1},`, 7), false, leftTime},
		"of another host":               {left("there", system, 2), false, leftTime},
		"of no host":                    {left("", system, 2), false, leftTime},
		"of a process without a number": {`{"host":"here","system":"1 pid:[1]","token":"t"}`, false, leftTime},
		"empty":                         {"", false, leftTime},
		"cut":                           {`{"ho`, false, leftTime},
		"no file":                       {"folder", false, leftTime},
	} {
		synctest.Test(t, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, fileName)
			write := func() error { return os.WriteFile(path, []byte(test.text), 0o600) }
			if test.text == "folder" {
				write = func() error { return os.Mkdir(path, 0o700) }
			}
			if err := write(); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			hold := taken(t, processOf("here", 2, test.isRunning), folder)
			if took := time.Since(began); took < test.after || took > test.after+lookTime {
				t.Errorf("%s: taken after %v", name, took)
			}
			if err := hold.Check(); err != nil || holderIn(t, folder).Process != 2 {
				t.Errorf("%s: %v", name, err)
			}
			if names, _ := os.ReadDir(folder); len(names) != 1 {
				t.Errorf("%s: the folder has %v", name, names)
			}
		})
	}
}

func TestLocksOfSystemsWithoutANameAreOfOne(t *testing.T) {
	for text, isLeft := range map[string]bool{
		`{"host": "here", "process": 7, "token": "t"}`:                        true,
		`{"host": "here", "system": 5, "process": 7, "token": "t"}`:           true,
		`{"host": "here", "system": "1 pid:[1]", "process": 7, "token": "t"}`: false,
	} {
		here := process{"here", "", 2, func(int) bool { return false }}
		if seen := (state{text: []byte(text), isReadable: true}); here.hasLeft(seen) != isLeft || seen.holder().Token != "t" {
			t.Errorf("%s: %v", text, seen.holder())
		}
	}
}

func TestALockThatIsReleasedIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		// It does not beat, so that the other one watches it.
		path := filepath.Join(folder, fileName)
		if err := (holder{"there", "", 1, "token"}).write(path); err != nil {
			t.Fatal(err)
		}
		go func() {
			time.Sleep(leftTime / 2)
			_ = os.Remove(path)
		}()
		began := time.Now()
		taken(t, processOf("here", 2, true), folder)
		if took := time.Since(began); took > leftTime/2+lookTime {
			t.Errorf("taken after %v", took)
		}
	})
}

func TestAWaitForALockEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		if err := (holder{"there", "", 1, "token"}).write(filepath.Join(folder, fileName)); err != nil {
			t.Fatal(err)
		}
		here := processOf("here", 2, true)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := here.take(ctx, folder); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		synctest.Wait()
		if named := holderIn(t, folder); len(here.entries) != 0 || named.Process != 1 {
			t.Errorf("%v, %v", here.entries, named)
		}
	})
}

func TestALockThatIsTakenOverIsLost(t *testing.T) {
	for name, takeOver := range map[string]func(path string) error{
		"taken over": func(path string) error {
			return errors.Join(os.Remove(path), holder{"there", "", 4711, "token"}.write(path))
		},
		"gone": os.Remove,
	} {
		synctest.Test(t, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, fileName)
			hold, err := processOf("here", 1, true).take(t.Context(), folder)
			if err != nil {
				t.Fatal(err)
			}
			if err := takeOver(path); err != nil {
				t.Fatal(err)
			}
			before, _ := look(path)
			time.Sleep(2 * beatTime)
			if after, _ := look(path); !after.equals(before) {
				t.Errorf("%s: the process shows that it lives by the lock of another one", name)
			}
			for range 2 {
				if err := hold.Check(); err == nil || !strings.Contains(err.Error(), folder) || (name == "taken over") != strings.Contains(err.Error(), "process 4711 on host there") {
					t.Errorf("%s: %v", name, err)
				}
			}
			if err := hold.Release(); err != nil || isLocked(folder) != (name == "taken over") {
				t.Errorf("%s: the lock of another one was removed, or %v", name, err)
			}
		})
	}
}

func TestWhoUsesAFolderSharesItsLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(folder, link); err != nil {
			t.Fatal(err)
		}
		here := processOf("here", 1, true)
		var holds []*Hold
		for _, path := range []string{folder, link, folder + "/."} {
			hold, err := here.take(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			holds = append(holds, hold)
		}
		for place, hold := range holds {
			if err := errors.Join(hold.Check(), hold.Release()); err != nil || isLocked(folder) != (place < 2) {
				t.Errorf("%d: %v", place, err)
			}
		}
	})
}

func TestALockThatIsNotTheJudgedOneIsPutBack(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, fileName)
	lives := holder{"there", "", 1, "token"}
	if err := lives.write(path); err != nil {
		t.Fatal(err)
	}
	judged, err := look(path)
	if err != nil {
		t.Fatal(err)
	}
	// Its holder shows that it lives in the last moment.
	if err := os.Chtimes(path, time.Time{}, judged.modified.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if err := takeAway(path, judged, "aside"); err != nil || holderIn(t, folder) != lives {
		t.Errorf("%v", err)
	}
	if names, _ := os.ReadDir(folder); len(names) != 1 {
		t.Errorf("the folder has %v", names)
	}
}

func TestAFolderThatCannotBeLockedIsNamed(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	if _, err := Take(t.Context(), nowhere); err == nil || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("%v", err)
	}
}

func TestProcessesAreFound(t *testing.T) {
	command := exec.Command(os.Args[0], "-test.run=^$")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if !isRunning(command.Process.Pid) || !isRunning(os.Getpid()) || !isRunning(os.Getppid()) {
		t.Error("a process that runs is not found")
	}
	_ = command.Wait()
	if isRunning(command.Process.Pid) {
		t.Error("a process that has ended is found")
	}
}
