import type { DescMethod } from "@bufbuild/protobuf";

/** Compiles each method once for the whole process, in which several servers may start. What fails is compiled again. */
export function oncePerMethod<Compiled>(compile: (method: DescMethod) => Compiled): (method: DescMethod) => Compiled {
  const compiled = new WeakMap<DescMethod, { readonly result: Compiled }>();
  return (method) => {
    const known = compiled.get(method) ?? { result: compile(method) };
    compiled.set(method, known);
    return known.result;
  };
}
