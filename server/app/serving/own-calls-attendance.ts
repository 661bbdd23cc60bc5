import type { SharedAccess } from "../../access/shared-access.ts";
import type { SamplerSettings } from "../../core/tracing/sampler.ts";
import type { RecordSpan } from "../../core/tracing/tracer.ts";
import type { Delegate, Observation } from "../../rpc/pipeline.ts";
import { formOfError } from "../../threads/serving/error-form.ts";
import type { Link } from "../../threads/serving/link.ts";
import { observationsOf } from "../../threads/serving/observed-calls.ts";
import { attendTasks } from "../../threads/serving/tasks.ts";
import { pureMethods } from "../pure-tables.ts";
import type { OwnCallsData } from "./own-calls.ts";

export interface OwnCallsAttendanceDeps {
  readonly access: SharedAccess;
  readonly keyPlace: string | undefined;
  readonly delegate: Delegate;
  readonly observe: (observation: Observation) => void;
  /** Absent: no spans are recorded. */
  readonly traces?: { readonly sampler: SamplerSettings; readonly record: RecordSpan } | undefined;
}

/** The main thread's side of calls that threads answer by themselves. */
export interface OwnCallsAttendance {
  /** Data that threads are started with. */
  readonly data: OwnCallsData;
  /** Answers what a thread asks. */
  attend(link: Link, thread: number): void;
  /** Resolves when all that threads have observed by now is here. */
  gather(): Promise<void>;
}

export function createOwnCallsAttendance({
  access,
  keyPlace,
  delegate,
  observe,
  traces,
}: OwnCallsAttendanceDeps): OwnCallsAttendance {
  const links = new Set<Link>();
  return {
    data: { changes: access.changes, keyPlace, areLeased: access.areLeased, sampler: traces?.sampler },
    attend(link, thread) {
      links.add(link);
      void link.ended.then(() => {
        links.delete(link);
        access.lose(thread);
      });
      link.answer("caller", async ({ authorization, address }) => {
        try {
          return await access.identify(authorization, address);
        } catch (error) {
          return formOfError(error);
        }
      });
      link.answer("counts", access.memoryOf);
      link.answer("use", ({ principalId, countMax }) => access.use(principalId, countMax));
      link.hear("uses.low", access.low);
      link.hear("observed", (group) => {
        for (const observation of observationsOf(group, pureMethods)) {
          observe(observation);
          if (observation.principal !== undefined) access.recordUse(observation.principal);
        }
        for (const span of group.spans) traces?.record(span);
      });
      attendTasks(link, delegate);
    },
    async gather() {
      await Promise.allSettled([...links].map((link) => link.ask("observed.flush", undefined)));
    },
  };
}
