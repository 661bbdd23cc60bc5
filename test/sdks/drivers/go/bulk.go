package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"os"

	platonic "github.com/platonic/platonic/clients/go"
)

// bufferMax is how much of a file of outcomes waits to be written.
const bufferMax = 64 << 10

func (d *driver) payAll(ctx context.Context, members orders) (any, error) {
	all := outcomes{[]outcome{}}
	source := func(yield func(platonic.Order, error) bool) {
		for _, order := range members.terms() {
			if !yield(order, nil) {
				return
			}
		}
	}
	for told, err := range d.wallet.PayAll(ctx, source) {
		if err != nil {
			return nil, err
		}
		all.Outcomes = append(all.Outcomes, outcomeOf(told))
	}
	return all, nil
}

func (d *driver) payFile(ctx context.Context, members struct{ Orders, Outcomes string }) (any, error) {
	file, written, err := openOutcomes(members.Outcomes)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	buffer := bufio.NewWriterSize(file, bufferMax)
	count, lines := 0, json.NewEncoder(buffer)
	for told, err := range d.wallet.PayAll(ctx, ordersIn(members.Orders, written)) {
		if err == nil {
			err = lines.Encode(outcomeOf(told))
		}
		if err != nil {
			return nil, err
		}
		count++
	}
	return map[string]int{"count": count}, buffer.Flush()
}

// openOutcomes opens a file with a line for each outcome, without a last line that was cut off, and returns how many there are.
func openOutcomes(path string) (file *os.File, count int, err error) {
	file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, 0, err
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = file.Truncate(int64(bytes.LastIndexByte(text, '\n') + 1))
	}
	return file, bytes.Count(text, []byte("\n")), err
}

// ordersIn yields the orders of a file of lines, without the first ones.
func ordersIn(path string, skipped int) iter.Seq2[platonic.Order, error] {
	return func(yield func(platonic.Order, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(platonic.Order{}, err)
			return
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		for line := 0; lines.Scan(); line++ {
			if line < skipped {
				continue
			}
			var read order
			err := json.Unmarshal(lines.Bytes(), &read)
			if !yield(read.terms(), err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(platonic.Order{}, err)
		}
	}
}
