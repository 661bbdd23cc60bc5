import type { DescMethodStreaming } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { endScope, inSpan, type Scope, withinScope } from "../../core/tracing/scope.ts";
import { permit } from "../authorization.ts";
import { type Call, type Failure, TransportRefusal } from "../call.ts";
import { type StreamBounds, streamingMethods } from "../handler.ts";
import {
  type Admission,
  authentication,
  callerOf,
  credentialsOf,
  failure,
  isAbort,
  knownFault,
  type Observation,
  type PipelineDeps,
  tooMany,
} from "../pipeline.ts";
import type { Principal } from "../principal.ts";
import type { TracedCall } from "../traced-call.ts";
import { type OpenStream, RunningStream } from "./open-stream.ts";
import { compileStreamRoute, type StreamRoute } from "./route.ts";

/** A stream from a transport, before its first message. */
export interface StreamCall
  extends TracedCall,
    Pick<Call, "authorization" | "address" | "userAgent" | "requestId" | "protocol" | "leave"> {
  readonly method: DescMethodStreaming;
  /** Aborts an answer that the caller does not read. */
  cut(): void;
}

/** The steps of every stream on any transport: those of the pipeline, once per stream. */
export interface Streams {
  /** Number of open streams. */
  readonly count: number;
  readonly methods: readonly { readonly method: DescMethodStreaming; readonly bounds: StreamBounds }[];
  /** Authenticates, admits and permits; then the transport may read. Whoever opens a stream must end it. */
  open(call: StreamCall): Promise<OpenStream | Failure>;
  /** Ends all streams and refuses new ones, for shutdown. */
  close(): void;
}

/** Creates the steps of streams. Throws at start-up for a method that cannot be served. */
export function createStreams(deps: PipelineDeps): Streams {
  const routes = new Map<DescMethodStreaming, StreamRoute>();
  for (const table of deps.tables) {
    for (const method of streamingMethods(table.service)) {
      routes.set(method, compileStreamRoute(method, table, deps.openToAll));
    }
  }
  const running = new Set<RunningStream>();
  let isClosed = false;
  return {
    get count() {
      return running.size;
    },
    methods: [...routes].map(([method, { bounds }]) => ({ method, bounds })),
    open: async (call) => {
      const scope = deps.traces?.begin(call);
      const opening = { route: routes.get(call.method) as StreamRoute, scope };
      const opened = await withinScope(scope, () => open(call, opening, deps, (ended) => running.delete(ended)));
      if (!(opened instanceof RunningStream)) return opened;
      running.add(opened);
      if (isClosed) opened.end(shutdown());
      return opened;
    },
    close: () => {
      isClosed = true;
      for (const stream of running) stream.end(shutdown());
    },
  };
}

function shutdown(): Fault {
  return new Fault("UNAVAILABLE", "The server shuts down; connect again.", { retryAfterSeconds: 1 });
}

async function open(
  call: StreamCall,
  { route, scope }: { readonly route: StreamRoute; readonly scope: Scope | undefined },
  deps: PipelineDeps,
  onEnd: (ended: RunningStream) => void,
): Promise<RunningStream | Failure> {
  const startedMs = deps.now();
  const { access, unexpected } = route;
  let principal: Principal | undefined;
  let admission: Admission | undefined;
  const leave: ((() => void) | undefined)[] = [];
  const failureOf = (error: unknown) => failure(knownFault(error, unexpected, deps), admission, deps);
  const end = async (error: unknown): Promise<void> => {
    if (admission?.allowed) admission.release();
    for (const one of leave) one?.();
    const durationMs = deps.now() - startedMs;
    const result = resultOf(error, unexpected, deps);
    deps.observe({ call, scope, principal, durationMs, isUnlimited: !access.isLimited, ...result });
    const { fault } = result;
    if (fault !== undefined && route.audited !== undefined)
      await deps.audit?.refused(call, route.audited, fault, principal);
    if (scope !== undefined) endScope(scope);
  };
  try {
    principal = await inSpan(authentication, async () => callerOf(call, access, deps));
    if (access.isLimited) {
      admission = await deps.limiter.admit(principal, true);
      if (!admission.allowed) throw tooMany(admission, principal);
    }
    const check = permit(principal, access);
    // Separately: the first slot must be released if the second is refused.
    leave.push(route.slots.take(call.address));
    leave.push(await call.leave?.());
    const credentials = credentialsOf(call, principal, access, deps);
    const stopWatching = credentials.watch((refusal) => opened.end(refusal));
    const opened: RunningStream = new RunningStream({
      route,
      context: { principal, address: call.address },
      limits: admission?.limits,
      check,
      credentials,
      failureOf,
      onEnd: (error) => {
        stopWatching();
        onEnd(opened);
        void end(error);
      },
      cut: () => call.cut(),
    });
    return opened;
  } catch (error) {
    await end(error);
    return failureOf(error);
  }
}

function resultOf(
  error: unknown,
  unexpected: StreamRoute["unexpected"],
  deps: PipelineDeps,
): Pick<Observation, "reason" | "fault" | "cause"> {
  if (error === undefined) return { reason: "OK" };
  if (error instanceof TransportRefusal || isAbort(error)) return { reason: "REFUSED" };
  const fault = knownFault(error, unexpected, deps);
  return { reason: fault.reason, fault, cause: fault === error ? undefined : error };
}
