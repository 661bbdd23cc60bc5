import {
  AuthenticationService,
  type Session,
} from "../../../../gen/es/platonic/identity/v1/authentication_service_pb.js";
import { account, client } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Time } from "../ui/time.tsx";
import { SignInFirst, WalletTabs } from "../wallet/wallet-tabs.tsx";

const authentication = () => client.value.of(AuthenticationService);

/** Where the account is signed in. */
export function Page() {
  const who = account.value;
  if (who.kind !== "identity") return <SignInFirst />;
  return (
    <>
      <PageHeader title="Security" lead="Every program and browser that is signed in to this account has a session." />
      <WalletTabs />
      <Sessions key={who.identityId} identityId={who.identityId} ownClientId={who.minter.clientId} />
    </>
  );
}

interface SessionsProps {
  readonly identityId: string;
  /** Client that this tab is. */
  readonly ownClientId: string;
}

function Sessions({ identityId, ownClientId }: SessionsProps) {
  const query = useQuery(async () => (await authentication().listSessions({ identityId })).sessions);
  const ending = useAction(async (sessions: readonly Session[]) => {
    for (const { id } of sessions) await authentication().revokeSession({ identityId, sessionId: id });
    await query.reload();
  });
  return (
    <Loaded query={query}>
      {(sessions) => {
        const others = sessions.filter(({ clientId }) => clientId !== ownClientId);
        return (
          <div class="card">
            <h2>Sessions</h2>
            <ScrollingTable label="Sessions" columns={["Client", "Since", "Last use", "Until", "End"]}>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <th scope="row">{session.clientId === ownClientId ? "this tab" : session.clientId}</th>
                  <td>
                    <Time at={session.createdAt} />
                  </td>
                  <td>
                    <Time at={session.lastUsedAt} />
                  </td>
                  <td>
                    <Time at={session.expiresAt} />
                  </td>
                  <td>
                    {session.clientId !== ownClientId && (
                      <button type="button" disabled={ending.isBusy.value} onClick={() => ending.run([session])}>
                        End<span class="hidden"> {session.clientId}</span>
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </ScrollingTable>
            <button
              type="button"
              class="danger"
              disabled={ending.isBusy.value || others.length === 0}
              onClick={() => ending.run(others)}
            >
              End all others
            </button>
            {ending.error.value !== undefined && <ErrorNotice error={ending.error.value} />}
          </div>
        );
      }}
    </Loaded>
  );
}
