// Package signatures signs orders, and verifies what identities and the service have signed.
package signatures

// Purpose is the line that stands before what is signed, so that a signature is valid for nothing else.
type Purpose string

// Purposes of the signatures of orders.
const (
	ForTransfer  Purpose = "transfer"
	ForTransfers Purpose = "transfers"
	ForLinked    Purpose = "linked transfers"
	ForCapture   Purpose = "capture"
	ForRelease   Purpose = "release"
	ForReceipt   Purpose = "receipt"
	ForChannel   Purpose = "channel"
)

// Bytes returns what is signed.
func (p Purpose) Bytes(message []byte) []byte {
	return append([]byte("platonic "+string(p)+" v1\n"), message...)
}
