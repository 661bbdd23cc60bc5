// Package uuid makes ids of orders.
package uuid

import (
	"crypto/rand"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

var pattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// IsValid says whether a text is a UUID in lower case.
func IsValid(text string) bool { return pattern.MatchString(text) }

// Time returns the time in a valid UUID of version 7; others have none.
func Time(id string) (at time.Time, has bool) {
	if id[14] != '7' {
		return time.Time{}, false
	}
	ms, err := strconv.ParseInt(id[:8]+id[9:13], 16, 64)
	return time.UnixMilli(ms), err == nil
}

// New returns a UUID of version 7 (RFC 9562), which sorts by time.
func New() string {
	id, now := make([]byte, 16), time.Now().UnixMilli()
	_, _ = rand.Read(id) // It never fails.
	for place := range 6 {
		id[place] = byte(now >> (40 - 8*place))
	}
	id[6], id[8] = 0x70|id[6]&0x0f, 0x80|id[8]&0x3f
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
