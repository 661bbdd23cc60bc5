/**
 * Moves a vector from 5 dimensions to 3. Needs a running service, and PLATONIC_API_KEY set to the key that its first start
 * printed.
 */
import { GeocodeClient, httpTransport } from "../typescript/src/index.ts";

const { PLATONIC_API_KEY: apiKey, PLATONIC_URL: url = "http://127.0.0.1:8080" } = process.env;
if (apiKey === undefined) throw new Error("set PLATONIC_API_KEY to the API key that the first start printed");

const geocode = new GeocodeClient(httpTransport({ baseUrl: url, credentials: apiKey }));
const { transformedData } = await geocode.transform({
  data: { values: [1, 2, 3, 4, 5] },
  sourceDimensions: 5,
  targetDimensions: 3,
});
process.stdout.write(`${transformedData.join(", ")}\n`);
