import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Form } from "../codec.ts";
import { type Codec, codecsOf } from "./message-format.ts";

/** How RPC spells the requests and answers of a method: by either codec, whatever the protocol around it. */
export function rpcForms(method: DescMethodUnary): Form[] {
  return Object.values(codecsOf(method)).map(formOf);
}

/** By protobuf's bytes alone. */
export function binaryForm(method: DescMethodUnary): Form {
  return formOf(codecsOf(method).proto);
}

function formOf(codec: Codec): Form {
  return {
    name: codec.name,
    read: (body) => ({ message: codec.read(body), issues: [] }),
    write: codec.write as Form["write"],
  };
}
