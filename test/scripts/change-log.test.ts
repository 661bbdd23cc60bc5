import { expect, test } from "vitest";
import { dated } from "../../scripts/release/change-log.ts";

const before = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- Another.\n";

test("a release puts the unreleased entries under its version, and keeps the others", () => {
  expect(dated(before, "0.2.0", "2026-02-03")).toBe(
    "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- Another.\n",
  );
});

test.each([
  ["a version that is there", before, "0.1.0", "already"],
  ["nothing to release", before.replace("- A thing.\n", ""), "0.2.0", "nothing that is not released"],
  ["a log without the line", "# Changelog\n", "0.2.0", "has no line"],
])("a release of %s is refused", (_, log, version, words) => {
  expect(() => dated(log, version, "2026-02-03")).toThrow(words);
});
