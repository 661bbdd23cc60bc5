package main

import (
	"context"
	"errors"

	"connectrpc.com/connect"
	geocodev1 "platonic.example/peer/build/stubs/platonic/geocode/v1"
	"platonic.example/peer/build/stubs/platonic/geocode/v1/geocodev1connect"
)

// Implements only the operation that is compared: transform of the linear type.
type geocode struct {
	geocodev1connect.UnimplementedGeocodeServiceHandler
}

func (geocode) Transform(
	_ context.Context, call *connect.Request[geocodev1.TransformRequest],
) (*connect.Response[geocodev1.TransformResponse], error) {
	request := call.Msg
	data := request.GetData().GetValues()
	source, target := int(request.GetSourceDimensions()), int(request.GetTargetDimensions())
	if request.GetTransformationType() != geocodev1.TransformationType_TRANSFORMATION_TYPE_LINEAR {
		return nil, connect.NewError(connect.CodeUnimplemented, errors.New("only the linear type is compared"))
	}
	if !isDimension(source) || !isDimension(target) || len(data) != source || !areLegal(data) {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("no legal request"))
	}
	digits := digitsOf(request.GetPrecision())
	mapped := transform(data, target, request.GetPreserveMagnitude())
	return connect.NewResponse(&geocodev1.TransformResponse{
		TransformedData:    significantAll(mapped.values, digits),
		SourceDimensions:   request.GetSourceDimensions(),
		TargetDimensions:   request.GetTargetDimensions(),
		TransformationType: request.GetTransformationType(),
		Magnitude: &geocodev1.Magnitude{
			Original:    significant(norm(data), digits),
			Transformed: significant(norm(mapped.values), digits),
		},
		Metrics: &geocodev1.TransformMetrics{
			PhiResonance:         significant(phiResonance(mapped.values, 3), digits),
			HarmonicBalance:      significant(mapped.balance, digits),
			DimensionalCoherence: significant(mapped.coherence, digits),
		},
	}), nil
}

func isDimension(dimensions int) bool {
	return dimensions >= dimensionMin && dimensions <= dimensionMax
}

func digitsOf(precision geocodev1.Precision) int {
	switch precision {
	case geocodev1.Precision_PRECISION_LOW:
		return 4
	case geocodev1.Precision_PRECISION_HIGH:
		return 17
	default:
		return 8
	}
}
