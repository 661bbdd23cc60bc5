import type { Random } from "../support/laws/random.ts";

// biome-ignore lint/suspicious/noExplicitAny: any JSON at all
type Json = any;

const names = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "", "0", "length", "$typeName"],
  ...["data", "vertices", "values", "faces", "type", "properties", "parameters", "precision", "operation", "depth"],
  ...["data_mapping", "harmonics", "strength", "rotation_plane", "intermediate_steps", "return_path", "ключ", "\ud800"],
];
const words = [
  ...["", "low", "medium", "high", "cube", "tetrahedron", "R7", "R13", "rotate", "project", "invert", "harmonize"],
  ...["optimize", "generate", "extend", "analyze", "phi", "linear", "jitterbug", "NaN", "Infinity", "1", "null"],
  ...["\u0000", "\ud800", "😀", "x".repeat(300), "constructor", "__proto__", "GEOMETRY_CUBE"],
];
const numbers = [
  ...[0, -0, 1, -1, 2, 3, 7, 13, 14, 100, 101, 0.5, 1.5, 1e-3, 1e9, 1e300, -1e300, 1e301, 1e304, 1.1e304, -1e308],
  ...[5e-324, 2 ** -1022, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, 2 ** 53, 0.1, 1 + 2 ** -52, 1 - 2 ** -53, 1e-300, 1e-12],
];

/** Returns a copy of a JSON value with a few random parts changed. */
export function mutated(random: Random, value: Json): Json {
  let copy = structuredClone(value);
  const changes = 1 + random.below(4);
  for (let i = 0; i < changes; i++) copy = changedSomewhere(random, copy, 0);
  return copy;
}

function changedSomewhere(random: Random, value: Json, depth: number): Json {
  const isBranch = typeof value === "object" && value !== null;
  if (!isBranch || random.chance(depth === 0 ? 0.03 : 0.2)) return replaced(random, value);
  if (Array.isArray(value)) return changedList(random, value, depth);
  const members = Object.keys(value);
  const name = random.pick(members.length > 0 ? members : names);
  // Inherited members must not be changed: they belong to Object.prototype.
  const held = Object.hasOwn(value, name) ? value[name] : null;
  switch (random.below(7)) {
    case 0:
      delete value[name];
      return value;
    case 1:
      setMember(value, random.pick(names), random.chance(0.5) ? held : anyJson(random, 2));
      return value;
    case 2:
      delete value[name];
      setMember(value, random.pick(names), held);
      return value;
    default:
      setMember(value, name, changedSomewhere(random, held, depth + 1));
      return value;
  }
}

function changedList(random: Random, list: Json[], depth: number): Json {
  const at = random.below(list.length + 1);
  switch (random.below(6)) {
    case 0:
      return list.toSpliced(at, 1 + random.below(3));
    case 1:
      return list.toSpliced(at, 0, random.chance(0.7) ? random.pick(numbers) : anyJson(random, 2));
    case 2:
      return [...list, ...list].slice(0, 200);
    case 3:
      return list.toReversed();
    default:
      return list.length === 0
        ? list
        : list.with(at % list.length, changedSomewhere(random, list[at % list.length], depth + 1));
  }
}

function replaced(random: Random, value: Json): Json {
  if (typeof value === "number" && random.chance(0.7)) {
    return random.chance(0.5) ? random.pick(numbers) : value * 10 ** (random.below(40) - 20);
  }
  if (typeof value === "string" && random.chance(0.6)) return random.pick(words);
  if (random.chance(0.1)) return [value];
  if (random.chance(0.1)) return { [random.pick(["a", "vertices", "values"])]: value };
  return anyJson(random, 3);
}

/** Returns a random JSON value of at most `levels` levels. */
export function anyJson(random: Random, levels: number): Json {
  switch (random.below(levels > 0 ? 8 : 5)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(words);
    case 3:
    case 4:
      return random.chance(0.5) ? random.pick(numbers) : (random.next() - 0.5) * 10 ** random.below(20);
    case 5:
      return Array.from({ length: random.below(6) }, () => random.pick(numbers));
    case 6:
      return Array.from({ length: random.below(5) }, () => anyJson(random, levels - 1));
    default: {
      const object: Json = {};
      for (let i = random.below(5); i > 0; i--) setMember(object, random.pick(names), anyJson(random, levels - 1));
      return object;
    }
  }
}

/** Sets a member, also `__proto__`, which an assignment would not create. */
function setMember(object: Json, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns the bytes with a few of them changed, removed, repeated or added. */
export function mutatedBytes(random: Random, bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(result.length + 1);
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    switch (random.below(5)) {
      case 0:
        result = Buffer.from(before);
        break;
      case 1:
        result = Buffer.concat([before, after.subarray(1 + random.below(8))]);
        break;
      case 2:
        result = Buffer.concat([before, random.bytes(1 + random.below(8)), after]);
        break;
      case 3:
        result = Buffer.concat([before, after.subarray(0, random.below(64)), after]);
        break;
      default:
        if (at < result.length) result[at] = random.below(256);
    }
  }
  return result;
}

/** Returns the bytes truncated at a random place. */
export function cut(random: Random, bytes: Buffer): Buffer {
  return bytes.subarray(0, random.below(bytes.length + 1));
}
