import type { PagePath } from "../src/app/pages.ts";

/** A page of the documentation. */
export interface ContentsPage {
  readonly path: string;
  readonly title: string;
  /** Its file in the repository; absent if the service has the page from elsewhere. */
  readonly source?: string;
  /** Page of the console where it is tried. */
  readonly tried?: PagePath;
}

export interface ContentsSection {
  readonly title: string;
  readonly pages: readonly ContentsPage[];
}

/** All pages of the documentation in their order: what is not in this list or in `leftOut` fails a test. */
export const contents: readonly ContentsSection[] = [
  {
    title: "Start",
    pages: [
      { path: "/docs", title: "Quick start", source: "docs/quick-start.md" },
      { path: "/docs/console", title: "The console", source: "docs/console.md" },
      { path: "/docs/development", title: "Development", source: "docs/development.md" },
    ],
  },
  {
    title: "Geometry",
    pages: [
      {
        path: "/docs/transform",
        title: "Transform",
        source: "docs/geometry/transform.md",
        tried: "/playground/transform",
      },
      { path: "/docs/encode", title: "Encode", source: "docs/geometry/encode.md", tried: "/playground/encode" },
      { path: "/docs/decode", title: "Decode", source: "docs/geometry/decode.md", tried: "/playground/decode" },
      {
        path: "/docs/jitterbug",
        title: "Jitterbug",
        source: "docs/geometry/jitterbug.md",
        tried: "/playground/jitterbug",
      },
      {
        path: "/docs/phi-resonance",
        title: "Phi-resonance",
        source: "docs/geometry/phi-resonance.md",
        tried: "/playground/phi-resonance",
      },
      { path: "/docs/r-space", title: "R-space", source: "docs/geometry/r-space.md", tried: "/playground/r-space" },
      { path: "/docs/mathematics", title: "Common mathematics", source: "docs/mathematics.md" },
    ],
  },
  {
    title: "Wallets and identities",
    pages: [
      { path: "/docs/identities", title: "Identities", source: "docs/identities.md" },
      { path: "/docs/levels", title: "Verification levels", source: "docs/reference/levels.md" },
      { path: "/docs/rotating-token", title: "Rotating token", source: "docs/rotating-token.md" },
      { path: "/docs/ledger", title: "Ledger", source: "docs/ledger.md" },
      { path: "/docs/events", title: "Events", source: "docs/events.md" },
      { path: "/docs/webhooks", title: "Webhooks", source: "docs/webhooks.md" },
      { path: "/docs/channel", title: "Channel", source: "docs/channel.md" },
      { path: "/docs/idempotency", title: "Repeating calls", source: "docs/idempotency.md" },
    ],
  },
  {
    title: "Interfaces",
    pages: [
      { path: "/docs/api", title: "API reference" },
      { path: "/docs/contract", title: "Contract", source: "docs/contract.md" },
      { path: "/docs/grpc", title: "gRPC", source: "docs/grpc.md" },
      { path: "/docs/openapi", title: "OpenAPI", source: "docs/openapi.md" },
      { path: "/docs/operations", title: "Operations", source: "docs/reference/operations.md" },
      { path: "/docs/calls", title: "Calls", source: "docs/reference/calls.md" },
      { path: "/docs/errors", title: "Errors", source: "docs/reference/errors.md" },
      { path: "/docs/keys", title: "API keys", source: "docs/keys.md" },
      { path: "/docs/plans", title: "Plans and limits", source: "docs/reference/plans.md" },
      { path: "/docs/permissions", title: "Permissions", source: "docs/reference/permissions.md" },
      { path: "/docs/versions", title: "Versions", source: "docs/versions.md" },
      { path: "/docs/vectors", title: "Test vectors", source: "docs/vectors.md" },
    ],
  },
  {
    title: "SDKs",
    pages: [
      { path: "/docs/sdks", title: "All SDKs", source: "docs/sdks.md" },
      { path: "/docs/typescript", title: "TypeScript", source: "clients/typescript/README.md" },
      { path: "/docs/go", title: "Go", source: "clients/go/README.md" },
      { path: "/docs/java", title: "Java", source: "clients/java/README.md" },
      { path: "/docs/python", title: "Python", source: "clients/python/README.md" },
      { path: "/docs/rust", title: "Rust", source: "clients/rust/README.md" },
      { path: "/docs/command-line", title: "Command line", source: "clients/cli/README.md" },
      { path: "/docs/commands", title: "Commands", source: "docs/reference/commands.md" },
      { path: "/docs/sdk-outcomes", title: "Outcomes", source: "docs/sdk-outcomes.md" },
    ],
  },
  {
    title: "Operation",
    pages: [
      { path: "/docs/operations-guide", title: "Operations guide", source: "docs/operations-guide.md" },
      { path: "/docs/containers", title: "Containers", source: "docs/containers.md" },
      { path: "/docs/upgrades", title: "Upgrades", source: "docs/upgrades.md" },
      { path: "/docs/operating", title: "Operating", source: "docs/operating.md" },
      { path: "/docs/runbook", title: "Runbook", source: "docs/runbook.md" },
      { path: "/docs/audit", title: "Audit log", source: "docs/audit.md" },
      { path: "/docs/settings", title: "Settings", source: "docs/reference/settings.md" },
      { path: "/docs/databases", title: "Databases", source: "docs/databases.md" },
      { path: "/docs/behind-nginx", title: "Behind nginx", source: "docs/behind-nginx.md" },
      { path: "/docs/host", title: "Host", source: "docs/host.md" },
      { path: "/docs/attacks", title: "Attacks", source: "docs/attacks.md" },
      { path: "/docs/benchmarks", title: "Benchmarks", source: "docs/benchmarks.md" },
    ],
  },
];

/** Pages of the repository for those who change the service, which the documentation leaves out. */
export const leftOut: readonly string[] = [
  "clients/demo/README.md",
  "docs/architecture.md",
  "docs/decisions/",
  "docs/testing.md",
];

export const allPages: readonly ContentsPage[] = contents.flatMap(({ pages }) => pages);
