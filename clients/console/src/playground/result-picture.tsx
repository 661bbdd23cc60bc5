import { FoldPicture, type Frame } from "../pictures/fold-picture.tsx";
import { Orbits } from "../pictures/orbits.tsx";
import { PairedBars } from "../pictures/paired-bars.tsx";
import { SolidPicture } from "../pictures/solid-picture.tsx";
import { type Pattern, Spiral } from "../pictures/spiral.tsx";

// biome-ignore lint/suspicious/noExplicitAny: requests and answers are JSON of many shapes, which the service has checked.
type Json = any;

interface ResultPictureProps {
  readonly operation: string;
  readonly request: Json;
  readonly result: Json;
}

/** Shows the picture of an answer. */
export function ResultPicture({ operation, request, result }: ResultPictureProps) {
  switch (operation) {
    case "transform":
      return <PairedBars label="The vector before and after" before={request.data} after={result.transformed_data} />;
    case "encode": {
      const { geometry, vertices, data_mapping: mapping } = result.encoded_data;
      return <SolidPicture solid={{ vertices, values: mapping.vertex_weights }} label={`The data on a ${geometry}`} />;
    }
    case "decode": {
      const weights = request.encoded_data.data_mapping.vertex_weights;
      return (
        <PairedBars label="The weights, and the numbers read from them" before={weights} after={result.decoded_data} />
      );
    }
    case "jitterbug":
      return <FoldPicture frames={framesOf(result)} label="The folding solid" />;
    case "phi-resonance": {
      const values = result.optimized_data ?? result.generated_data ?? result.extended_data ?? result.original_data;
      return <Spiral values={values} patterns={result.phi_patterns as readonly Pattern[]} />;
    }
    case "r-space":
      return <Orbits prime={Number(request.r_space.slice(1))} before={request.data} after={result.transformed_data} />;
    default:
      return <p>Answers of this operation have no picture; their JSON is below.</p>;
  }
}

/** Returns the frames of a path, or the single shape of the answer. */
function framesOf({ transformation_path: path, transformed_geometry: shape }: Json): readonly Frame[] {
  if (path !== undefined) return path;
  return [{ ...shape, transformation_ratio: shape.transformation_metrics.completion_ratio }];
}
