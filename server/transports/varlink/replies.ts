/** A reply as it is sent, but for the NUL at its end. */
export type Reply = string;

/** One of the replies to a call; its parameters are the JSON text of an object. More follow when it continues. */
export function replyOf(parameters: string, continues = false): Reply {
  return `{"parameters":${parameters}${continues ? ',"continues":true' : ""}}`;
}

/** The last reply of a call that failed. */
export function errorOf(error: string, parameters: object = {}): Reply {
  return JSON.stringify({ error, parameters });
}

/** Errors that every Varlink service has. */
export const serviceErrors = {
  interfaceNotFound: (name: string) => errorOf("org.varlink.service.InterfaceNotFound", { interface: name }),
  methodNotFound: (method: string) => errorOf("org.varlink.service.MethodNotFound", { method }),
  methodNotImplemented: (method: string) => errorOf("org.varlink.service.MethodNotImplemented", { method }),
  invalidParameter: (parameter: string) => errorOf("org.varlink.service.InvalidParameter", { parameter }),
  permissionDenied: () => errorOf("org.varlink.service.PermissionDenied"),
  expectedMore: () => errorOf("org.varlink.service.ExpectedMore"),
} as const;
