package main

import "math"

// The linear type of server/modules/geocode/mathematics/transform.ts, with the same results and errors.

const (
	dimensionMin = 3
	dimensionMax = 13
	magnitudeMax = 1e300
	// 2^-44, squared: a smaller share of the energy is rounding noise.
	kernelShareSquared = 1.0 / (1 << 44) / (1 << 44)
)

type mapped struct {
	values    []float64
	balance   float64
	coherence float64
}

func transform(data []float64, n int, preserveMagnitude bool) mapped {
	m := len(data)
	scale := powerOfTwoScale(data)
	var source, target [dimensionMax]float64
	energy := 0.0
	for i, value := range data {
		source[i] = value / scale
		energy += source[i] * source[i]
	}
	values := make([]float64, n)
	if m == n {
		copy(values, data)
		return mapped{values, harmonicBalance(source[:m]), 1}
	}
	matrix := transitions[m][n]
	reached := 0.0
	for row := range n {
		sum := 0.0
		for column, weight := range matrix[row*m : (row+1)*m] {
			sum += weight * source[column]
		}
		target[row] = sum
		reached += sum * sum
	}
	lost := reached <= kernelShareSquared*energy
	stretch := 1.0
	if lost {
		magnitude := 0.0
		if preserveMagnitude {
			magnitude = math.Sqrt(energy)
		}
		for row := range n {
			target[row] = magnitude * bases[n][0][row]
		}
	} else if preserveMagnitude {
		stretch = math.Sqrt(energy / reached)
	}
	for row := range n {
		values[row] = target[row]*stretch*scale + 0
	}
	coherence := 1.0
	if energy != 0 {
		coherence = unitInterval(reached / energy)
		if lost {
			coherence = 0
		}
	}
	return mapped{values, harmonicBalance(target[:n]), coherence}
}

func areLegal(values []float64) bool {
	for _, value := range values {
		// NaN is unequal to everything.
		if !(math.Abs(value) <= magnitudeMax) {
			return false
		}
	}
	return true
}

func norm(values []float64) float64 {
	scale := powerOfTwoScale(values)
	sum := 0.0
	for _, value := range values {
		sum += (value / scale) * (value / scale)
	}
	return scale * math.Sqrt(sum)
}

// Returns the power of two s such that the largest magnitude is in [s, 2 s).
func powerOfTwoScale(values []float64) float64 {
	largest := 0.0
	for _, value := range values {
		largest = max(largest, math.Abs(value))
	}
	if largest == 0 {
		return 1
	}
	_, exponent := math.Frexp(largest)
	return math.Ldexp(1, exponent-1)
}

func unitInterval(value float64) float64 {
	return min(max(value, 0), 1)
}
