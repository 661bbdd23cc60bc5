import { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { client } from "../account/account.ts";
import { Copyable } from "../ui/copyable.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

/** Shows codes that were stored instead of sent, because no mail server is configured. */
export function Page() {
  return (
    <Frame
      title="Outbox"
      lead="Messages that the process which answers has kept, because no mail server is configured."
    >
      <Messages />
    </Frame>
  );
}

function Messages() {
  const query = useQuery(async () => (await client.value.of(OutboxService).listMessages({})).messages, 3_000);
  return (
    <Loaded query={query}>
      {(messages) =>
        messages.length === 0 ? (
          <EmptyState title="No messages">
            <p>When somebody asks for a code, it appears here, and nowhere else.</p>
          </EmptyState>
        ) : (
          <ul class="card rows">
            {messages.map(({ id, to, text, expiresAt }) => (
              <li key={id}>
                <div>
                  <strong>
                    <ForeignText text={to} />
                  </strong>
                  <p>
                    <Copyable text={text} name={`the message to ${to}`} />
                  </p>
                </div>
                <p class="small">
                  until <Time at={expiresAt} />
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
