import { account } from "../account/account.ts";
import { PageHeader } from "../ui/page-header.tsx";

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
    text: "Pay over an encrypted channel, and prove each payment by its receipt, in this page.",
  },
  {
    path: "/docs",
    title: "Read how it works",
    text: "The operations and their mathematics, the wallet protocol, SDKs in five languages, and operations.",
  },
];

/** The first page: what this service is for, and the ways in. */
export function Page() {
  return (
    <>
      <PageHeader
        title="Geometry that encodes, money that can be checked"
        lead="One service for geometric encoding and for wallets and identities, over gRPC, Connect and plain JSON."
      />
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
      {account.value.kind === "visitor" && (
        <p class="lead">
          <a href="/sign-in">Create an account</a>: its key stays in your browser.
        </p>
      )}
    </>
  );
}
