package main

import "math"

// The resonance of server/modules/geocode/mathematics/resonance.ts.
func phiResonance(values []float64, depth int) float64 {
	n := len(values)
	var steps [dimensionMax]float64
	for i, value := range values {
		steps[i] = math.Log(math.Abs(value)) / goldenStep
	}
	lags := min(depth, n-1)
	var coverage, drift, rising, falling float64
	for lag := 1; lag <= lags; lag++ {
		weight := 1 / float64(lags*(n-lag))
		for i := 0; i+lag < n; i++ {
			rate := (steps[i+lag] - steps[i]) / float64(lag)
			// Pairs with a zero have no rate.
			if math.IsInf(rate, 0) || math.IsNaN(rate) {
				continue
			}
			coverage += weight
			drift += weight * rate
			rising += weight * (rate - 1) * (rate - 1)
			falling += weight * (rate + 1) * (rate + 1)
		}
	}
	if coverage == 0 {
		return 0
	}
	detuning := rising / coverage
	if drift < 0 {
		detuning = falling / coverage
	}
	return unitInterval(coverage / (1 + detuning))
}

var goldenStep = math.Log((1 + math.Sqrt(5)) / 2)

// The normalised entropy of the cosine spectrum, as in server/modules/geocode/mathematics/spectrum.ts.
func harmonicBalance(values []float64) float64 {
	n := len(values)
	var energies [dimensionMax]float64
	energy := 0.0
	for k, row := range cosineRows[n] {
		sum := dot(row, values)
		energies[k] = sum * sum
		energy += energies[k]
	}
	if energy == 0 {
		return 0
	}
	entropy := 0.0
	for _, part := range energies[:n] {
		if share := part / energy; share > 0 {
			entropy -= share * math.Log(share)
		}
	}
	return unitInterval(entropy / math.Log(float64(n)))
}

var cosineRows = everyCosineRow()

func everyCosineRow() (all [dimensionMax + 1][][]float64) {
	for n := dimensionMin; n <= dimensionMax; n++ {
		for k := range n {
			factor := math.Sqrt(2 / float64(n))
			if k == 0 {
				factor = math.Sqrt(1 / float64(n))
			}
			row := make([]float64, n)
			for i := range row {
				row[i] = factor * math.Cos(math.Pi*float64((2*i+1)*k)/float64(2*n))
			}
			all[n] = append(all[n], row)
		}
	}
	return all
}
