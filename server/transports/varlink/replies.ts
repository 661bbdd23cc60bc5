/** A reply without its final NUL. */
export type Reply = string;

/** Returns a reply to a call. Its parameters are the JSON text of an object; more replies follow if it continues. */
export function replyOf(parameters: string, continues = false): Reply {
  return `{"parameters":${parameters}${continues ? ',"continues":true' : ""}}`;
}

/** Returns the last reply to a call that failed. */
export function errorOf(error: string, parameters: object = {}): Reply {
  return JSON.stringify({ error, parameters });
}

/** Errors of every Varlink service. */
export const serviceErrors = {
  interfaceNotFound: (name: string) => errorOf("org.varlink.service.InterfaceNotFound", { interface: name }),
  methodNotFound: (method: string) => errorOf("org.varlink.service.MethodNotFound", { method }),
  methodNotImplemented: (method: string) => errorOf("org.varlink.service.MethodNotImplemented", { method }),
  invalidParameter: (parameter: string) => errorOf("org.varlink.service.InvalidParameter", { parameter }),
  permissionDenied: () => errorOf("org.varlink.service.PermissionDenied"),
  expectedMore: () => errorOf("org.varlink.service.ExpectedMore"),
} as const;
