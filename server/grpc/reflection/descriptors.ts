import {
  type DescEnum,
  type DescExtension,
  type DescFile,
  type DescMessage,
  type DescService,
  toBinary,
} from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/** Descriptors by the full names that their files declare. */
interface Index {
  readonly files: Map<string, DescFile>;
  readonly symbols: Map<string, DescFile>;
  /** Files of extensions by number, for each message. A message without extensions has none. */
  readonly extensions: Map<string, Map<number, DescFile>>;
}

/**
 * Descriptors of services and of everything that they use. The index, and the bytes of a file, are made on first use.
 */
export class Descriptors {
  /** Full names of the services, sorted. */
  readonly services: readonly string[];
  readonly #roots: readonly DescFile[];
  readonly #bytes = new Map<DescFile, Uint8Array>();
  #index: Index | undefined;

  /** `others` are files that no service imports, such as those with details of errors. */
  constructor(services: readonly DescService[], others: readonly DescFile[] = []) {
    this.services = services.map(({ typeName }) => typeName).sort();
    this.#roots = [...services.map(({ file }) => file), ...others];
  }

  /** Returns the file of a name such as `google/protobuf/any.proto`. */
  file(name: string): DescFile | undefined {
    return this.#indexed.files.get(name);
  }

  /** Returns the file that declares a full name of any kind. */
  fileOf(symbol: string): DescFile | undefined {
    return this.#indexed.symbols.get(symbol.startsWith(".") ? symbol.slice(1) : symbol);
  }

  /** Returns the file that declares an extension of a message. */
  fileOfExtension(message: string, number: number): DescFile | undefined {
    return this.#indexed.extensions.get(message)?.get(number);
  }

  /** Returns the numbers of all extensions of a message, ascending; undefined for an unknown message. */
  extensionNumbers(message: string): number[] | undefined {
    const extensions = this.#indexed.extensions.get(message);
    return extensions && [...extensions.keys()].sort((a, b) => a - b);
  }

  /** Returns a file and all its direct and indirect imports, each once and the file itself first. */
  withImports(file: DescFile): DescFile[] {
    const found = new Set([file]);
    // Iterating over a set includes the members added meanwhile.
    for (const { dependencies } of found) for (const imported of dependencies) found.add(imported);
    return [...found];
  }

  /** Returns the serialized descriptor of a file, without comments. */
  bytes(file: DescFile): Uint8Array {
    let bytes = this.#bytes.get(file);
    if (bytes === undefined) {
      bytes = toBinary(FileDescriptorProtoSchema, file.proto);
      this.#bytes.set(file, bytes);
    }
    return bytes;
  }

  get #indexed(): Index {
    this.#index ??= indexOf(new Set(this.#roots.flatMap((root) => this.withImports(root))));
    return this.#index;
  }
}

function indexOf(files: Iterable<DescFile>): Index {
  const index: Index = { files: new Map(), symbols: new Map(), extensions: new Map() };
  for (const file of files) {
    index.files.set(file.proto.name, file);
    for (const declared of nestedTypes(file)) {
      if (declared.kind === "extension") addExtension(declared.extendee.typeName, declared.number, file, index);
      if (declared.kind === "message" && !index.extensions.has(declared.typeName)) {
        index.extensions.set(declared.typeName, new Map());
      }
      for (const name of namesIn(declared)) index.symbols.set(name, file);
    }
  }
  return index;
}

function addExtension(message: string, number: number, file: DescFile, { extensions }: Index): void {
  const known = extensions.get(message) ?? new Map<number, DescFile>();
  extensions.set(message, known.set(number, file));
}

/** Returns the names of a declaration and of its direct members. */
function namesIn(declared: DescMessage | DescEnum | DescService | DescExtension): string[] {
  const { typeName } = declared;
  switch (declared.kind) {
    case "message":
      return [typeName, ...[...declared.fields, ...declared.oneofs].map(({ name }) => `${typeName}.${name}`)];
    case "service":
      return [typeName, ...declared.methods.map(({ name }) => `${typeName}.${name}`)];
    case "enum": {
      // Values belong to the scope around their enum.
      const scope = typeName.slice(0, typeName.lastIndexOf(".") + 1);
      return [typeName, ...declared.values.map(({ name }) => scope + name)];
    }
    case "extension":
      return [typeName];
  }
}
