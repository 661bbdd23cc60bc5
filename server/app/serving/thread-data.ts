import type { PublicAccess, ServiceTable, StreamBounds } from "../../rpc/handler.ts";
import type { CertificateForm } from "../../threads/serving/messages.ts";
import type { HttpDocument } from "../../transports/http/documents.ts";
import type { Config } from "../config.ts";
import type { ServingSettings } from "./handler.ts";
import type { OwnCallsData } from "./own-calls.ts";

/** Data that a thread that serves is started with. */
export interface ThreadData extends ServingSettings {
  /** Number of its port, once the first thread has opened it. */
  readonly port: number;
  readonly tls: CertificateForm | undefined;
  readonly openRegistration: boolean;
  readonly connectionsMax: number;
  readonly services: readonly OfferedService[];
  /** Number of the thread: 1 for the first, and for one that takes its place. */
  readonly thread: number;
  /** Absent: every call is forwarded. */
  readonly ownCalls: OwnCallsData | undefined;
  /** Documents by path; the thread asks for their content. */
  readonly documents: readonly (readonly [path: string, Omit<HttpDocument, "read">])[];
}

interface OfferedService {
  readonly name: string;
  readonly publicAccess: PublicAccess | undefined;
  readonly streams: StreamBounds | undefined;
}

/** Returns the settings that threads need, which hold no secret. */
export function threadSettingsOf({ http, development, identity }: Config) {
  return { http, development: { isOn: development.isOn }, openRegistration: identity.openRegistration };
}

/** Returns the services of tables as threads are told of them. */
export function offered(tables: readonly ServiceTable[]): OfferedService[] {
  return tables.map(({ service, publicAccess, streams }) => ({ name: service.typeName, publicAccess, streams }));
}
