import { VaultService } from "#contract/admin/v1/vault_pb.js";
import { client } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

const vault = () => client.value.of(VaultService);

/** The key-encryption keys of the vault, and their rotation. */
export function Page() {
  return (
    <Frame
      title="Vault"
      lead="Every secret in the database is sealed by a data key, and these by a key-encryption key."
    >
      <VaultStatus />
    </Frame>
  );
}

function VaultStatus() {
  const query = useQuery(() => vault().getVaultStatus({}));
  const rotating = useAction(async () => {
    if (!confirm("Make a new key-encryption key now? Data keys move to it in the background.")) return;
    await vault().rotateVault({});
    await query.reload();
  });
  return (
    <Loaded query={query}>
      {({ status }) => (
        <section class="card">
          <dl class="facts">
            <div class="fact">
              <dt>Key in use</dt>
              <dd>
                version {status?.activeVersion}, since <Time at={status?.activeSince} />
              </dd>
            </div>
            <div class="fact">
              <dt>Next rotation</dt>
              <dd>{status?.rotationDueAt === undefined ? "by hand" : <Time at={status.rotationDueAt} />}</dd>
            </div>
            {status?.decryptOnly.map(({ version, dataKeys }) => (
              <div class="fact" key={version}>
                <dt>Version {version}</dt>
                <dd>opens {dataKeys} data keys, and seals nothing</dd>
              </div>
            ))}
          </dl>
          <button type="button" disabled={rotating.isBusy.value} onClick={() => rotating.run()}>
            Rotate now
          </button>
          {rotating.error.value !== undefined && <ErrorNotice error={rotating.error.value} />}
        </section>
      )}
    </Loaded>
  );
}
