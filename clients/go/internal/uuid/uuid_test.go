package uuid

import (
	"testing"
	"time"
)

func TestIdsAreUUIDsOfVersion7(t *testing.T) {
	first, second := New(), New()
	if first == second || !IsValid(first) || first[14] != '7' {
		t.Errorf("%s, %s", first, second)
	}
	if at, has := Time("01920000-0000-7000-8000-0000000000ad"); !has || !at.Equal(time.UnixMilli(0x019200000000)) {
		t.Errorf("it was made at %v", at)
	}
	if at, has := Time("01920000-0000-4000-8000-0000000000ad"); has {
		t.Errorf("an id of version 4 was made at %v", at)
	}
	if IsValid("01920000-0000-7000-8000-0000000000AD") {
		t.Error("an id in upper case is taken")
	}
}
