package main

import (
	"math"
	"strconv"
)

// Rounds to a number of significant decimal digits, with the same shortcut as
// server/modules/geocode/mathematics/precision.ts: through decimal text it would take longer than the rest of the operation.
func significant(value float64, digits int) float64 {
	if digits >= 17 {
		return value + 0
	}
	magnitude := math.Abs(value)
	rounded := 0.0
	if magnitude >= 1e-13 && magnitude < 1e21 {
		rounded = quickly(magnitude, digits)
	} else {
		rounded = byDecimalText(magnitude, digits)
	}
	if value < 0 {
		return -rounded
	}
	return rounded
}

func significantAll(values []float64, digits int) []float64 {
	rounded := make([]float64, len(values))
	for i, value := range values {
		rounded[i] = significant(value, digits)
	}
	return rounded
}

func quickly(magnitude float64, digits int) float64 {
	shift := digits - 1 - int(math.Floor(math.Log10(magnitude)))
	scaled := shifted(magnitude, shift)
	whole := math.Floor(scaled)
	fraction := scaled - whole
	inDecade := scaled >= powersOfTen[digits-1] && scaled < powersOfTen[digits]
	if !inDecade || math.Abs(fraction-0.5) < 1e-6 {
		return byDecimalText(magnitude, digits)
	}
	if fraction > 0.5 {
		whole++
	}
	return shifted(whole, -shift)
}

func shifted(value float64, decades int) float64 {
	if decades < 0 {
		return value / powersOfTen[-decades]
	}
	return value * powersOfTen[decades]
}

var powersOfTen = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

func byDecimalText(magnitude float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(magnitude, 'e', digits-1, 64), 64)
	if err != nil {
		return magnitude
	}
	return rounded
}
