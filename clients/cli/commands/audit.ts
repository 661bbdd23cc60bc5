import { createClient } from "@connectrpc/connect";
import { AuditRecordSchema, AuditService } from "#contract/admin/v1/audit_pb.js";
import { itemsOf } from "../../typescript/src/index.ts";
import { plainOf } from "../answer.ts";
import { command } from "../command.ts";
import { limitOption } from "../remote-command.ts";
import { jsonText, moment, table } from "../text.ts";
import { wholeNumberOf } from "../values.ts";
import { placeOf, watchOptions } from "../watch.ts";

export const audit = command({
  name: "audit",
  summary: "Lists who has done what, the newest first: for administrators.",
  options: {
    actor: { value: "ID", help: "acts of this key or identity alone" },
    action: { value: "NAME", help: "an action such as admin.v1.KeyService.CreateKey, or a service" },
    target: { value: "ID", help: "acts upon this id" },
    result: { value: "RESULT", help: "OK, BEGUN, or the reason of a failure" },
    from: { value: "TIME", help: "the first time, such as 2026-11-21T00:00:00Z" },
    until: { value: "TIME", help: "the time before which acts are listed" },
    limit: limitOption,
  },
  examples: ["platonic audit", "platonic audit --action admin.v1.LedgerService --result OK"],
  async run({ options, service }) {
    const { actor, action, target, result, from, until, limit = "50" } = options;
    const most = wholeNumberOf("--limit", limit, 1);
    const conditions = {
      ...(actor !== undefined && { actorId: actor }),
      ...(action !== undefined && { action }),
      ...(target !== undefined && { target }),
      ...(result !== undefined && { result }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    };
    const records = [];
    for await (const record of itemsOf(service().transport, AuditService.method.listAuditRecords, conditions)) {
      records.push(record);
      if (records.length === most) break;
    }
    const rows = records.map(({ number, recordedAt, action, result, actorKind, actorId, targets, values }) => ({
      number: String(number),
      time: moment(recordedAt) ?? "",
      action: action.split(".").slice(-2).join("."),
      result,
      actor: `${actorKind} ${actorId}`,
      targets: targets.join(" "),
      values: Object.entries(values)
        .map(([name, value]) => `${name}=${value}`)
        .join(" "),
    }));
    return { json: { records: records.map((record) => plainOf(AuditRecordSchema, record)) }, text: table(rows) };
  },
});

/** Writes records as lines of JSON. Ends when the service does; another watch can continue from the last cursor. */
export const auditWatch = command({
  name: "audit watch",
  summary: "Writes who does what, as lines of JSON, until it is interrupted or the service ends: for administrators.",
  options: watchOptions,
  examples: ["platonic audit watch --cursor start"],
  async run({ options, service, write }) {
    const { most, place } = placeOf(options);
    let written = 0;
    for await (const { cursor, record } of createClient(AuditService, service().transport).watchAudit(place)) {
      // A heartbeat has no record.
      if (record === undefined) continue;
      write(`${jsonText({ cursor, record: plainOf(AuditRecordSchema, record) })}\n`);
      written += 1;
      if (written === most) break;
    }
    return 0;
  },
});
