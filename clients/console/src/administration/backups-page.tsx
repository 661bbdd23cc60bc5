import { useSignal } from "@preact/signals";
import { BackupService, type DrillBackupResponse } from "#contract/admin/v1/backup_pb.js";
import { client } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

const backups = () => client.value.of(BackupService);

/** Shows encrypted backups, and the tests that restore them. */
export function Page() {
  return (
    <Frame
      title="Backups"
      lead="A restore test restores the newest backup beside the service, opens every secret and replays the ledger."
    >
      <Backups />
    </Frame>
  );
}

function Backups() {
  const query = useQuery(async () => (await backups().listBackups({})).backups);
  const tested = useSignal<DrillBackupResponse | undefined>(undefined);
  const making = useAction(async () => {
    await backups().createBackup({});
    await query.reload();
  });
  const testing = useAction(async () => {
    tested.value = undefined;
    tested.value = await backups().drillBackup({});
  });
  return (
    <>
      <div class="actions">
        <button type="button" class="primary" disabled={making.isBusy.value} onClick={() => making.run()}>
          {making.isBusy.value ? "Making a backup …" : "Make a backup"}
        </button>
        <button type="button" disabled={testing.isBusy.value} onClick={() => testing.run()}>
          {testing.isBusy.value ? "Restoring …" : "Test the newest"}
        </button>
      </div>
      {making.error.value !== undefined && <ErrorNotice error={making.error.value} />}
      {testing.error.value !== undefined && <ErrorNotice error={testing.error.value} />}
      <div role="status">{tested.value !== undefined && <Tested result={tested.value} />}</div>
      <section class="spaced">
        <Loaded query={query}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title="No backups yet">
                <p>The service makes one each day; make the first one now.</p>
              </EmptyState>
            ) : (
              <ul class="card rows">
                {list.map(({ name, createdAt, size }) => (
                  <li key={name}>
                    <code>{name}</code>
                    <span class="small">
                      <Time at={createdAt} />, {(size / 1_000_000).toFixed(1)} MB
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

function Tested({ result: { name, problems, counts } }: { readonly result: DrillBackupResponse }) {
  return (
    <div class={`notice ${problems.length === 0 ? "good" : "bad"}`}>
      <div>
        <p>
          {problems.length === 0 ? `${name} restores without a problem.` : `${name} has ${problems.length} problems:`}
        </p>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        <p class="small">{counts.map(({ what, number }) => `${what}: ${number}`).join(", ")}</p>
      </div>
    </div>
  );
}
