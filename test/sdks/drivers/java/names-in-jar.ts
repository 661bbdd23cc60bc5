import { readFileSync } from "node:fs";

/** Returns the names of the files in a jar: `jar --list` would start Java for each one. */
export function namesInJar(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const names: string[] = [];
  for (let place = bytes.readUInt32LE(end + 16); place < end; ) {
    const [name = 0, ...others] = [28, 30, 32].map((member) => bytes.readUInt16LE(place + member));
    names.push(bytes.toString("utf8", place + 46, place + 46 + name));
    place += 46 + others.reduce((sum, length) => sum + length, name);
  }
  return names;
}
