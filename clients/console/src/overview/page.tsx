import { account } from "../account/account.ts";
import { PageHeading } from "../ui/page-heading.tsx";
import "./overview.css";
import { TurningSolid } from "./turning-solid.tsx";

const doors = [
  {
    path: "/playground",
    title: "See geometry carry numbers",
    text: "Encode vectors on polyhedra, turn them, follow the jitterbug, and take the same call home as code.",
  },
  {
    path: "/dashboard",
    title: "Get a key and call the API",
    text: "Make API keys, see what they are used for, and why a call was refused.",
  },
  {
    path: "/wallet",
    title: "Hold and send money",
    text: "Pay over an encrypted channel, hold money for somebody, and exchange it at a quote.",
  },
  {
    path: "/wallet/receipt",
    title: "Check a receipt",
    text: "Verify a payment that somebody shows you, in this page and without an account.",
  },
];

/** The first page: the purpose of this service, and links into it. */
export function Page() {
  return (
    <>
      <div class="opening">
        <div class="stack">
          <PageHeading>Geometry that encodes, money that can be checked</PageHeading>
          <p class="lead">
            One service for geometric encoding and for wallets and identities, over gRPC, Connect and plain JSON.
          </p>
          <div class="actions">
            {account.value.kind === "anonymous" && (
              <a class="button primary" href="/sign-in">
                Create an account
              </a>
            )}
            <a class="button" href="/docs">
              Read how it works
            </a>
          </div>
        </div>
        <TurningSolid />
      </div>
      <ul class="doors">
        {doors.map(({ path, title, text }) => (
          <li key={path}>
            <a class="card door" href={path}>
              <h2>{title}</h2>
              <p>{text}</p>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
