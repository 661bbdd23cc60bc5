// Driver of the suite of all SDKs: translates commands, one JSON object a line, into calls of the client for Go.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	platonic "github.com/platonic/platonic/clients/go"
)

// lineMax is the longest command.
const lineMax = 64 << 20

// failure is an error as the suite reads it.
type failure struct {
	Reason    string `json:"reason"`
	Parameter string `json:"parameter,omitempty"`
	Message   string `json:"message"`
	// RetryAfter is in seconds.
	RetryAfter float64 `json:"retryAfter,omitempty"`
}

type answer struct {
	ID     json.RawMessage `json:"id"`
	Result any             `json:"result,omitempty"`
	Error  *failure        `json:"error,omitempty"`
}

func main() {
	driver := new(driver)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, lineMax)
	var output sync.Mutex
	var running sync.WaitGroup
	for lines.Scan() {
		line := append([]byte(nil), lines.Bytes()...)
		var command struct {
			ID json.RawMessage `json:"id"`
			Do string          `json:"do"`
		}
		if err := json.Unmarshal(line, &command); err != nil {
			fmt.Fprintln(os.Stderr, "this is no command:", err)
			os.Exit(1)
		}
		act, isKnown := actions[command.Do]
		reply := func() {
			result, err := any(nil), fmt.Errorf("there is no command %q", command.Do)
			if isKnown {
				result, err = act(driver, inTrace(line), line)
			}
			text := encode(answer{ID: command.ID, Result: result, Error: failureOf(err)})
			output.Lock()
			defer output.Unlock()
			_, _ = os.Stdout.Write(append(text, '\n')) // Nobody can be told that nobody listens.
		}
		if command.Do == "open" || command.Do == "wallet" {
			// Commands that follow need what these make.
			reply()
		} else {
			running.Go(reply)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	driver.close()
	running.Wait()
}

func encode(answer answer) []byte {
	if answer.Error != nil {
		answer.Result = nil
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text, _ = json.Marshal(struct {
			ID    json.RawMessage `json:"id"`
			Error *failure        `json:"error"`
		}{answer.ID, failureOf(err)})
	}
	return text
}

func failureOf(err error) *failure {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, platonic.ErrBadReceipt):
		return &failure{Reason: "BAD_RECEIPT", Message: err.Error()}
	case errors.Is(err, platonic.ErrBadWebhook):
		return &failure{Reason: "BAD_WEBHOOK", Message: err.Error()}
	}
	if known, ok := errors.AsType[*platonic.Error](err); ok {
		return &failure{string(known.Reason), known.Parameter, known.Message, known.RetryAfter.Seconds()}
	}
	return &failure{Reason: string(platonic.ReasonUnknown), Message: err.Error()}
}
