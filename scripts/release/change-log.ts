const unreleased = "## [Unreleased]\n";

/**
 * Returns the change log with its unreleased entries moved under a version and its date.
 *
 * @throws Error if there are none, or the version already exists
 */
export function dated(changeLog: string, version: string, date: string): string {
  const at = changeLog.indexOf(unreleased);
  if (at < 0) throw new Error(`CHANGELOG.md has no line "${unreleased.trim()}"`);
  if (changeLog.includes(`\n## [${version}]`)) throw new Error(`CHANGELOG.md has version ${version} already`);
  const after = at + unreleased.length;
  const [entries = ""] = changeLog.slice(after).split(/^## /m);
  if (!/^- /m.test(entries)) throw new Error("CHANGELOG.md has nothing that is not released");
  return `${changeLog.slice(0, after)}\n## [${version}] - ${date}\n${changeLog.slice(after)}`;
}
