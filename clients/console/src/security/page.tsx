import { useSignal } from "@preact/signals";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { account, client, type IdentityAccount } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Time } from "../ui/time.tsx";
import { SignInFirst, WalletTabs } from "../wallet/wallet-tabs.tsx";
import { type Device, devicesOf } from "./devices.ts";
import { EndingDialog } from "./ending-dialog.tsx";
import { type OtherKeys, otherKeys, revokeKeys } from "./other-keys.ts";

const authentication = () => client.value.of(AuthenticationService);

/** Shows where the account is signed in. */
export function Page() {
  const who = account.value;
  if (who.kind !== "identity") return <SignInFirst />;
  return (
    <>
      <PageHeader title="Security" lead="Every browser and program that is signed in to this account." />
      <WalletTabs />
      <Devices key={who.identityId} who={who} />
    </>
  );
}

function Devices({ who }: { readonly who: IdentityAccount }) {
  const { identityId, credentials } = who;
  const query = useQuery(async () => devicesOf((await authentication().listSessions({ identityId })).sessions));
  const offered = useSignal<OtherKeys | undefined>(undefined);
  async function end(devices: readonly Device[]): Promise<void> {
    const sessions = devices.flatMap((device) => device.sessions);
    for (const { id } of sessions) await authentication().revokeSession({ identityId, sessionId: id });
    await query.reload();
  }
  const ending = useAction(async (device: Device) => {
    if (confirm(`Sign out ${device.name}? What it does ends at once.`)) await end([device]);
  });
  const asking = useAction(async () => {
    offered.value = await otherKeys(identityId, credentials.keyId);
  });
  return (
    <Loaded query={query}>
      {(devices) => {
        const others = devices.filter(({ isThis }) => !isThis);
        const error = ending.error.value ?? asking.error.value;
        return (
          <div class="card">
            <h2>Devices</h2>
            <ScrollingTable label="Devices" columns={["Device", "Address", "Signed in", "Last use", "Until", "End"]}>
              {devices.map((device) => (
                <DeviceRow key={device.clientId} device={device} isBusy={ending.isBusy.value} onEnd={ending.run} />
              ))}
            </ScrollingTable>
            <button
              type="button"
              class="danger"
              disabled={asking.isBusy.value || others.length === 0}
              onClick={() => asking.run()}
            >
              End all others
            </button>
            {error !== undefined && <ErrorNotice error={error} />}
            {offered.value !== undefined && (
              <EndingDialog
                devices={others}
                keys={offered.value}
                onEnd={async (revoked) => {
                  // Keys first: otherwise the holder of one could sign in again meanwhile.
                  await revokeKeys(identityId, revoked);
                  await end(others);
                }}
                onClose={() => {
                  offered.value = undefined;
                }}
              />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

interface DeviceRowProps {
  readonly device: Device;
  readonly isBusy: boolean;
  readonly onEnd: (device: Device) => Promise<void>;
}

function DeviceRow({ device, isBusy, onEnd }: DeviceRowProps) {
  const { name, isThis, sessions, addresses } = device;
  return (
    <tr>
      <th scope="row">
        {name}
        {isThis && (
          <>
            {" "}
            <span class="badge good">this browser</span>
          </>
        )}
      </th>
      <td>{addresses.join(", ") || "unknown"}</td>
      <td>
        <Time at={sessions.at(-1)?.createdAt} />
      </td>
      <td>
        <Time at={latest(device)} />
      </td>
      <td>
        <Time at={sessions[0]?.expiresAt} />
      </td>
      <td>
        {!isThis && (
          <button type="button" disabled={isBusy} onClick={() => onEnd(device)}>
            End<span class="hidden"> {name}</span>
          </button>
        )}
      </td>
    </tr>
  );
}

function latest({ sessions }: Device) {
  return sessions
    .map(({ lastUsedAt }) => lastUsedAt)
    .sort((one, other) => Number(other?.seconds) - Number(one?.seconds))[0];
}
