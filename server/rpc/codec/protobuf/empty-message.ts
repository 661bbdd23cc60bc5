import { create, type DescMessage } from "@bufbuild/protobuf";

/** A message under construction, or the plain object from which it could be made: members by name. */
export type Held = { [member: string]: unknown };

/** Compiles `create` of a message type without an initial value. */
export function compileEmptyMessage(desc: DescMessage): () => Held {
  const template = create(desc) as unknown as Held;
  const fresh = desc.members.flatMap(freshOf);
  const copy = compileCopy(template);
  return () => {
    const message = copy();
    for (const [name, make] of fresh) message[name] = make();
    return message;
  };
}

function compileCopy(template: Held): () => Held {
  const prototype = Object.getPrototypeOf(template);
  if (prototype === Object.prototype) return () => ({ ...template });
  // The prototype holds the defaults of fields with explicit presence. A constructor is the fastest way to share it.
  function Copy(this: Held): void {
    for (let i = 0; i < names.length; i++) this[names[i] as string] = values[i];
  }
  const names = Object.keys(template);
  const values = Object.values(template);
  Copy.prototype = prototype;
  return () => new (Copy as unknown as new () => Held)();
}

/** Returns the mutable members, which messages must not share. */
function freshOf(member: DescMessage["members"][number]): [name: string, make: () => object][] {
  if (member.kind === "oneof") return [[member.localName, () => ({ case: undefined })]];
  if (member.fieldKind === "list") return [[member.localName, () => []]];
  return member.fieldKind === "map" ? [[member.localName, () => ({})]] : [];
}

/** Sets a member of a map, even `__proto__`, which plain assignment would not. */
export function setMember(map: Held, name: string, value: unknown): void {
  if (name !== "__proto__") map[name] = value;
  else Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
}
