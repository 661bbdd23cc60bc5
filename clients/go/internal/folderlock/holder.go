package folderlock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// fileName is the name of the lock in its folder.
const fileName = "lock"

// holder names the process that holds a lock. The file is its JSON.
type holder struct {
	Host string `json:"host"`
	// System gives the process id its meaning, see thisSystem.
	System  systemName `json:"system,omitempty"`
	Process int        `json:"process"`
	Token   string     `json:"token"`
}

// systemName is the name of a system; empty where it has none.
type systemName string

// UnmarshalJSON ignores what is not a string.
func (s *systemName) UnmarshalJSON(text []byte) error {
	var name string
	if json.Unmarshal(text, &name) == nil {
		*s = systemName(name)
	}
	return nil
}

// String returns the words by which errors name the process.
func (h holder) String() string {
	if h.Token == "" {
		return "an unknown process, as its file `lock` is not readable"
	}
	return fmt.Sprintf("process %d on host %s", h.Process, h.Host)
}

// state is what was seen of the file of a lock.
type state struct {
	text     []byte
	modified time.Time
	// isReadable is not set if there is a file that could not be read.
	isReadable bool
}

// look reads the file of a lock. The error of one that is not there is fs.ErrNotExist.
func look(path string) (state, error) {
	// Not the file to which a link may lead, as taking the lock does not follow it either.
	about, err := os.Lstat(path)
	if err != nil {
		return state{}, err
	}
	seen := state{modified: about.ModTime()}
	if !about.Mode().IsRegular() {
		return seen, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return state{}, err
	}
	seen.text, seen.isReadable = text, err == nil
	return seen, nil
}

func (s state) equals(other state) bool {
	return s.isReadable == other.isReadable && s.modified.Equal(other.modified) && bytes.Equal(s.text, other.text)
}

// holder returns who holds the lock; one without a token if the file does not say.
func (s state) holder() holder {
	var named holder
	if err := json.Unmarshal(s.text, &named); err != nil {
		return holder{}
	}
	return named
}

// write makes the file of a lock, and replaces no other one.
func (h holder) write(path string) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// process is a process that takes locks.
type process struct {
	host   string
	system systemName
	id     int
	// isRunning says whether a process of the system runs.
	isRunning func(id int) bool
}

// thisProcess returns the process in which it is called. Without a name of the host every lock is one of another host.
func thisProcess() process {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	return process{host, thisSystem(), os.Getpid(), isRunning}
}

// thisSystem returns the start of this Linux and the namespace of its process ids, since containers with one host name have ids of
// their own. Other systems have no name.
func thisSystem() systemName {
	start, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	namespace, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return systemName(string(bytes.TrimSpace(start)) + " " + namespace)
}

// isRunning says whether a process of this host runs, or may.
func isRunning(id int) bool {
	found, err := os.FindProcess(id)
	if err != nil {
		// Windows opens the process, and may not open that of another user.
		return errors.Is(err, fs.ErrPermission)
	}
	defer func() { _ = found.Release() }() // Nothing depends on it.
	return !errors.Is(found.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// hasLeft says whether the holder of a lock was a process of this system that has ended without releasing it. One with the id of
// this process may be another copy of this package in it.
func (p process) hasLeft(seen state) bool {
	named := seen.holder()
	isHere := p.host != "" && named.Host == p.host && named.System == p.system
	return isHere && named.Process > 0 && !p.isRunning(named.Process)
}
