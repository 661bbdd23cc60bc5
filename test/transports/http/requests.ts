/** Path and body of a legal request, and the maximum length of a body. */
export const path = "/v1/geocode/transform";
export const legal = JSON.stringify({ data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 });
export const bytesMax = 4 * 1024 * 1024;

/** Returns the legal request, lengthened by spaces. */
export function legalOfLength(bytes: number): string {
  return legal.replace("{", `{${" ".repeat(bytes - legal.length)}`);
}

/** Returns the gRPC envelope of a TransformRequest with data [1, 2, 3], 3 source and 4 target dimensions. */
export function grpcEnvelope(): Buffer {
  const doubles = Buffer.alloc(24);
  [1, 2, 3].forEach((value, index) => {
    doubles.writeDoubleLE(value, 8 * index);
  });
  const vector = Buffer.concat([Buffer.from([0x0a, 24]), doubles]);
  const message = Buffer.concat([Buffer.from([0x0a, vector.length]), vector, Buffer.from([0x10, 3, 0x18, 4])]);
  return Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
}
