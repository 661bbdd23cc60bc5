import type { DescMessage } from "@bufbuild/protobuf";

/**
 * Compiles each message type once for the whole process, because most types are used by many methods.
 *
 * @param recursive why a type within itself cannot be compiled, as the end of a sentence that begins with its name
 */
export function oncePerType<Compiled>(
  compile: (message: DescMessage) => Compiled,
  recursive: string,
): (message: DescMessage) => Compiled {
  const compiled = new WeakMap<DescMessage, { readonly result: Compiled }>();
  const underWay = new Set<DescMessage>();
  return (message) => {
    const known = compiled.get(message);
    if (known !== undefined) return known.result;
    if (underWay.has(message)) throw new Error(`${message.typeName} is recursive, which ${recursive}`);
    underWay.add(message);
    try {
      const result = compile(message);
      compiled.set(message, { result });
      return result;
    } finally {
      underWay.delete(message);
    }
  };
}
