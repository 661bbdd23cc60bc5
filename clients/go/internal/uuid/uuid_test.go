package uuid

import "testing"

func TestIdsAreUUIDsOfVersion7(t *testing.T) {
	first, second := New(), New()
	if first == second || !IsValid(first) || first[14] != '7' {
		t.Errorf("%s, %s", first, second)
	}
	if IsValid("01920000-0000-7000-8000-0000000000AD") {
		t.Error("an id in upper case is taken")
	}
}
