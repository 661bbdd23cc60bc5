package main

import "math"

// All linear bases and the maps between them, computed before the first request, as in our own server.
var (
	bases       = everyBasis()
	transitions = everyTransition()
)

// bases[n][k]: column k of the Gram polynomials on n points.
func everyBasis() (all [dimensionMax + 1][][]float64) {
	for n := dimensionMin; n <= dimensionMax; n++ {
		all[n] = gramPolynomials(n)
	}
	return all
}

// transitions[m][n]: n x m, row by row.
func everyTransition() (all [dimensionMax + 1][dimensionMax + 1][]float64) {
	for m := dimensionMin; m <= dimensionMax; m++ {
		for n := dimensionMin; n <= dimensionMax; n++ {
			all[m][n] = transition(m, n)
		}
	}
	return all
}

func transition(m, n int) []float64 {
	matrix := make([]float64, 0, n*m)
	for row := range n {
		for column := range m {
			sum := 0.0
			for mode := range min(m, n) {
				sum += bases[n][mode][row] * bases[m][mode][column]
			}
			matrix = append(matrix, sum)
		}
	}
	return matrix
}

func gramPolynomials(n int) [][]float64 {
	recurrence := func(degree int) float64 {
		k := float64(degree)
		return k * math.Sqrt((float64(n*n)-k*k)/(4*k*k-1))
	}
	first := make([]float64, n)
	for i := range first {
		first[i] = 1 / math.Sqrt(float64(n))
	}
	columns := [][]float64{first}
	for k := 1; k < n; k++ {
		column := make([]float64, n)
		for i := range column {
			carried := 0.0
			if k > 1 {
				carried = recurrence(k-1) * columns[k-2][i]
			}
			column[i] = (float64(2*i-(n-1))*columns[k-1][i] - carried) / recurrence(k)
		}
		// Two passes, because the recurrence loses digits towards high degrees.
		removeComponents(column, columns)
		removeComponents(column, columns)
		size := math.Copysign(math.Sqrt(dot(column, column)), column[n-1])
		for i := range column {
			column[i] /= size
		}
		columns = append(columns, column)
	}
	return columns
}

func removeComponents(vector []float64, directions [][]float64) {
	for _, direction := range directions {
		component := dot(vector, direction)
		for i := range vector {
			vector[i] -= component * direction[i]
		}
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
