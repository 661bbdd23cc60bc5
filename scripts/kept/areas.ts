/** Slow tests that a change of some files does not run again, as they do without these, or as others try them. */
export interface Area {
  readonly name: string;
  /** Paths of its test files. */
  readonly tests: RegExp;
  /** Paths of files that its tests never see: these run in a tree without them, others in the checkout itself. */
  readonly absent?: RegExp;
  /**
   * Paths of files that are no inputs, though its tests may see them, as other tests try these files at every change. Their
   * change alone runs the tests within a week, every night and before a release.
   */
  readonly notCounted?: RegExp;
}

const languages = ["go", "java", "python", "rust"];
/** Clients and drivers in other languages than one. */
const otherLanguages = (language?: string) =>
  `(clients|test/sdks/drivers)/(${languages.filter((other) => other !== language).join("|")})/`;
const forPeople = "\\.(github|vscode|devcontainer)/|docs/decisions/|bench/|test/(deploy|code)/";
/** Pages that the console shows, but for those whose figures or programs are tried. */
const pages = "[^/]+\\.md$|docs/(?!(sdks|geometry/encode)\\.md$)";
const ofConsole = "clients/console/(?!src/ui/in-sight\\.ts$)|test/clients/console/|test/e2e/";
const otherTests = "test/(?!sdks/).*\\.test\\.ts$";
const texts = "docs/|[^/]+\\.md$";
const outsideOfClients = `${forPeople}|${pages}|${ofConsole}|${otherTests}`;

/** Each slow test file belongs to the first area that names it, or to none: then it sees everything, and always runs. */
export const areas: readonly Area[] = [
  ...languages.map((language) => ({
    name: language,
    tests: RegExp(`^test/sdks/(behaviour/)?${language === "python" ? "(python|asyncio)" : language}\\.test\\.ts$`),
    absent: RegExp(`^(${outsideOfClients}|${otherLanguages(language)})`),
    // The same scenarios run by the client for TypeScript, which sees all of these.
    notCounted: /^(server|clients\/(typescript|cli|quickstart))\//,
  })),
  {
    name: "console",
    tests: /^test\/e2e\/console\//,
    // Its pages are made of the documents and the clients' READMEs, and the files that these link to must be there.
    absent: RegExp(`^(${otherLanguages()}(?!README\\.md$|examples/)|bench/|test/(code/|deploy/|sdks/(?!README)))`),
  },
  {
    name: "typescript",
    tests: /^test\/sdks\/behaviour\/typescript\.test\.ts$/,
    absent: RegExp(`^(${outsideOfClients}|${otherLanguages()})`),
  },
  {
    name: "snippets",
    tests: /^test\/sdks\/snippets\.test\.ts$/,
    notCounted: RegExp(`^(${texts}|(server|clients/cli|bench|deploy)/|test/(?!sdks/|support/))`),
  },
  {
    name: "generators",
    tests: /^test\/code\/generators\//,
    // Generated clients make calls that the tests of the transports make, too.
    notCounted: RegExp(`^(${texts}|(server|clients|bench|deploy)/|test/(?!code/generators/|support/))`),
  },
  {
    name: "recipe",
    tests: /^test\/code\/recipe\.test\.ts$/,
    // Operations are added to geocode and processes.
    notCounted: RegExp(
      `^(docs/|bench/|deploy/|server/modules/(?!geocode/|processes/)|clients/(${languages.join("|")})/|${otherTests})`,
    ),
  },
  {
    name: "image",
    tests: /^test\/deploy\/(image|chart)\.test\.ts$/,
    // Others start the packed service.
    notCounted: RegExp(`^(${texts}|(server|clients|gen|proto|bench)/|test/(?!deploy/|support/))`),
  },
];
