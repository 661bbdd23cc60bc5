import type { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { uuidV7 } from "../../../../core/uuid.ts";
import { requireFreshProof } from "../../../../rpc/fresh-proof.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { earlierSecretsMax, inUse, secretOf, secretText } from "../domain/secret.ts";
import type { EarlierSecret } from "../domain/webhook.ts";
import type { OwnedEndpoints } from "./owned-endpoints.ts";

export interface RotationDeps {
  readonly master: Uint8Array;
  readonly now: () => number;
}

/**
 * Returns the operation that makes a new secret. Earlier ones stay valid until their promised ends, even if another is
 * made meanwhile; without an overlap all of them end.
 */
export function rotation(
  { master, now }: RotationDeps,
  { found, replaceSecret }: OwnedEndpoints,
): Operations<typeof WebhookService>["rotateWebhookSecret"] {
  return async (request, context) => {
    const before = await found(request, context);
    requireFreshProof(context.principal, now());
    const { id, generation, rotation } = before;
    const answer = (made: number) => ({ secret: secretText(secretOf(master, id, made)) });
    const choices = choicesOf(context, now());
    const call = uuidV7(choices.atMs, choices.bytes("rotation", 10));
    // An earlier execution of the same call may have created it.
    const known = [...before.earlierSecrets, { generation, rotation }].find((secret) => secret.rotation === call);
    if (known !== undefined) return answer(known.generation);
    const overlapMs = request.overlapHours * 3_600_000;
    const earlier = overlapMs === 0 ? [] : inUse(before.earlierSecrets, now());
    requireRoom(earlier);
    const replaced = { generation, rotation, untilMs: now() + overlapMs };
    await replaceSecret(before, context, {
      generation: generation + 1,
      rotation: call,
      earlierSecrets: overlapMs === 0 ? [] : [...earlier, replaced],
    });
    return answer(generation + 1);
  };
}

/** @throws Fault STATE_INVALID */
function requireRoom(earlier: readonly EarlierSecret[]): void {
  if (earlier.length < earlierSecretsMax) return;
  const [first] = earlier.map(({ untilMs }) => untilMs).sort((one, other) => one - other);
  const end = new Date(first as number).toISOString();
  throw new Fault(
    "STATE_INVALID",
    `${earlier.length} earlier secrets are in use, the first of them until ${end}. Wait for its end, or end them all now with overlap_hours 0.`,
  );
}
