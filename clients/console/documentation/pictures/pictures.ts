import { drawDecode, drawEncode } from "./encoded.ts";
import { type Example, readExample } from "./example.ts";
import { drawJitterbug } from "./jitterbug.ts";
import { drawSpiral } from "./phi-resonance.ts";
import { drawOrbits } from "./r-space.ts";
import { drawTransform } from "./transform.ts";

const pictures: Readonly<Record<string, (example: Example) => string>> = {
  transform: drawTransform,
  encode: drawEncode,
  decode: drawDecode,
  jitterbug: drawJitterbug,
  "phi-resonance": drawSpiral,
  "r-space": drawOrbits,
};

/** Draws the picture of an operation by the example in its page. */
export function drawPicture(name: string, markdown: string): string {
  const draw = pictures[name];
  if (draw === undefined) throw new Error(`there is no picture ${name}: ${Object.keys(pictures).join(", ")} are there`);
  return draw(readExample(markdown));
}
