import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EnvelopeSchema, Error as ErrorMessage, Resume } from "#contract/channel/v1/channel_pb.js";

/** Phase in the life of a channel. */
export type ChannelPhase = "idle" | "connecting" | "handshaking" | "resuming" | "open" | "backing-off" | "closed";

export type EnvelopeInit = Omit<MessageInitShape<typeof EnvelopeSchema>, "$typeName">;
export type EnvelopeBody = Exclude<EnvelopeInit["body"], undefined>;

/** Answer to a request, or to an outcome query. */
export type Answer =
  | { readonly kind: "result"; readonly payload: Uint8Array }
  | { readonly kind: "error"; readonly error: ErrorMessage; readonly wasSentAgain: boolean }
  | { readonly kind: "outcome"; readonly isFinal: boolean; readonly result: Uint8Array }
  /** There will be no answer. A sent request may have been executed. */
  | { readonly kind: "lost"; readonly wasSent: boolean };

/** Effect that the state machine requests. Connections are numbered, so that late events can be recognised. */
export type ChannelEffect =
  | { readonly do: "connect"; readonly connection: number; readonly resume: ResumeInit | undefined }
  | { readonly do: "send"; readonly connection: number; readonly envelope: EnvelopeInit }
  | { readonly do: "disconnect"; readonly connection: number }
  | { readonly do: "mint"; readonly connection: number; readonly challenge: string }
  | { readonly do: "settle"; readonly key: string; readonly answer: Answer }
  | { readonly do: "adopt-session"; readonly token: string }
  | { readonly do: "report-phase"; readonly phase: ChannelPhase; readonly cause: string | undefined };

export type ResumeInit = Pick<Resume, "channelId" | "lastSeq">;
