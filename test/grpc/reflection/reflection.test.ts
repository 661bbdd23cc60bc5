import { create, createFileRegistry, type DescFile, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { ServerReflection, ServerReflectionRequestSchema } from "#contract/grpc/reflection/v1/reflection_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { Descriptors } from "../../../server/grpc/reflection/descriptors.ts";
import { reflect } from "../../../server/grpc/reflection/reflection.ts";

const services = [WalletService, GeocodeService, ServerReflection];
const descriptors = new Descriptors(services);

type Asked = NonNullable<MessageInitShape<typeof ServerReflectionRequestSchema>["messageRequest"]>;

/** Asks questions on one stream; returns the answers. */
async function ask(...questions: Asked[]) {
  async function* requests() {
    for (const messageRequest of questions)
      yield create(ServerReflectionRequestSchema, { host: "here", messageRequest });
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  const answers: any[] = [];
  for await (const answer of reflect(requests(), descriptors)) answers.push(answer);
  return answers;
}

/** Names of the files in an answer. */
function filesIn(answer: {
  messageResponse: { case: string; value: { fileDescriptorProto: Uint8Array[] } };
}): string[] {
  expect(answer.messageResponse.case).toBe("fileDescriptorResponse");
  return answer.messageResponse.value.fileDescriptorProto.map(
    (bytes) => fromBinary(FileDescriptorProtoSchema, bytes).name,
  );
}

test("the services are listed by name, and the question is repeated", async () => {
  const [answer] = await ask({ case: "listServices", value: "*" });
  expect(answer.messageResponse.value.service.map(({ name }: { name: string }) => name)).toEqual(
    services.map(({ typeName }) => typeName).sort(),
  );
  expect([answer.validHost, answer.originalRequest]).toEqual([
    "here",
    { host: "here", messageRequest: { case: "listServices", value: "*" } },
  ]);
});

test.each([
  ["a service", "wallet.v1.WalletService", "platonic/wallet/v1/wallet_service.proto"],
  ["a method", "wallet.v1.WalletService.CreateWallet", "platonic/wallet/v1/wallet_service.proto"],
  ["a message", "geocode.v1.TransformRequest", "platonic/geocode/v1/requests.proto"],
  ["a field", "geocode.v1.TransformRequest.data", "platonic/geocode/v1/requests.proto"],
  ["a oneof", "google.protobuf.Value.kind", "google/protobuf/struct.proto"],
  ["a nested message", "google.protobuf.DescriptorProto.ExtensionRange", "google/protobuf/descriptor.proto"],
  ["an enum", "access.v1.Open", "platonic/access/v1/access.proto"],
  ["a value of an enum", "access.v1.OPEN_ALWAYS", "platonic/access/v1/access.proto"],
  ["a value of a nested enum", "google.protobuf.FieldOptions.CORD", "google/protobuf/descriptor.proto"],
  ["an extension", "access.v1.permission", "platonic/access/v1/access.proto"],
  ["a message by its absolute name", ".geocode.v1.TransformRequest", "platonic/geocode/v1/requests.proto"],
])("the file that declares %s is found", async (_, value, file) => {
  const [answer] = await ask({ case: "fileContainingSymbol", value });
  expect(filesIn(answer)[0]).toBe(file);
});

test("a file is found by its name, and by the number of an extension in it", async () => {
  const [byName, byNumber] = await ask({ case: "fileByFilename", value: "platonic/access/v1/access.proto" }, {
    case: "fileContainingExtension",
    value: { containingType: "google.protobuf.MethodOptions", extensionNumber: 50010 },
  } as Asked);
  expect(filesIn(byName)[0]).toBe("platonic/access/v1/access.proto");
  expect(filesIn(byNumber)).toEqual(["platonic/access/v1/access.proto"]);
});

test("the numbers of a message's extensions are told, also where there are none", async () => {
  const [some, none] = await ask(
    { case: "allExtensionNumbersOfType", value: "google.protobuf.MethodOptions" },
    { case: "allExtensionNumbersOfType", value: "geocode.v1.TransformRequest" },
  );
  const { baseTypeName, extensionNumber } = some.messageResponse.value;
  expect(baseTypeName).toBe("google.protobuf.MethodOptions");
  expect(extensionNumber).toEqual(extensionNumber.toSorted((a: number, b: number) => a - b));
  // access.v1.permission, and google.api.http.
  expect(extensionNumber).toEqual(expect.arrayContaining([50010, 72295728]));
  expect(none.messageResponse.value.extensionNumber).toEqual([]);
});

test("what is not there is NOT_FOUND, and the stream goes on", async () => {
  const answers = await ask(
    { case: "fileByFilename", value: "nothing.proto" },
    { case: "fileContainingSymbol", value: "nothing.v1.Nothing" },
    {
      case: "fileContainingExtension",
      value: { containingType: "geocode.v1.TransformRequest", extensionNumber: 1 },
    } as Asked,
    { case: "allExtensionNumbersOfType", value: "nothing.v1.Nothing" },
    { case: undefined },
    { case: "listServices", value: "" },
  );
  const codes = answers.map(({ messageResponse: { value } }) => value.errorCode);
  expect(codes).toEqual([5, 5, 5, 5, 3, undefined]);
});

test("a file comes with all that it imports, each file once for each stream but for the one that is asked for", async () => {
  const wallets = { case: "fileContainingSymbol", value: "wallet.v1.WalletService" } as const;
  const [first, again] = await ask(wallets, wallets);
  const names = filesIn(first);
  expect(new Set(names).size).toBe(names.length);
  const sent = new Map<string, string[]>(
    first.messageResponse.value.fileDescriptorProto.map((bytes: Uint8Array) => {
      const { name, dependency } = fromBinary(FileDescriptorProtoSchema, bytes);
      return [name, dependency];
    }),
  );
  expect(names).toContain("google/protobuf/descriptor.proto");
  for (const dependencies of sent.values()) for (const one of dependencies) expect(names).toContain(one);
  expect(filesIn(again)).toEqual(["platonic/wallet/v1/wallet_service.proto"]);
});

test("the contract can be rebuilt from the answers as it is declared", async () => {
  const answers = await ask(
    ...services.map(({ typeName }) => ({ case: "fileContainingSymbol", value: typeName }) as const),
  );
  const file = answers.flatMap(({ messageResponse }) =>
    messageResponse.value.fileDescriptorProto.map((bytes: Uint8Array) => fromBinary(FileDescriptorProtoSchema, bytes)),
  );
  const rebuilt = createFileRegistry(create(FileDescriptorSetSchema, { file: withImportsFirst(file) }));
  for (const { typeName, methods } of services) {
    const service = rebuilt.getService(typeName);
    expect(service?.methods.map(signatureOf)).toEqual(methods.map(signatureOf));
  }
});

function signatureOf({ name, methodKind, input, output }: (typeof GeocodeService)["methods"][number]): string[] {
  const fields = [...input.fields, ...output.fields].map((field) => `${field.number} ${field.toString()}`);
  return [name, methodKind, input.typeName, output.typeName, ...fields];
}

/** Sorts files so that each stands behind what it imports. */
function withImportsFirst(files: DescFile["proto"][]): DescFile["proto"][] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const sorted = new Set<DescFile["proto"]>();
  const add = (file: DescFile["proto"]) => {
    for (const name of file.dependency) add(byName.get(name) as DescFile["proto"]);
    sorted.add(file);
  };
  for (const file of byName.values()) add(file);
  return [...sorted];
}
