/** Slow tests that do without some folders of the repository, so that a change of these does not run them again. */
export interface Area {
  readonly name: string;
  /** Paths of its test files. */
  readonly tests: RegExp;
  /** Paths of files that its tests never see. */
  readonly absent: RegExp;
  /**
   * Paths of files that its tests see and that other tests try at every change: alone they run these again within a week, every
   * night and before a release.
   */
  readonly triedByOthers?: RegExp;
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
const outsideOfClients = `${forPeople}|${pages}|${ofConsole}|${otherTests}`;

/** Each slow test file belongs to the first area that names it, or to none: then it sees everything, and always runs. */
export const areas: readonly Area[] = [
  ...languages.map((language) => ({
    name: language,
    tests: RegExp(`^test/sdks/(behaviour/)?${language === "python" ? "(python|asyncio)" : language}\\.test\\.ts$`),
    absent: RegExp(`^(${outsideOfClients}|${otherLanguages(language)})`),
    // The same scenarios run by the client for TypeScript, which sees all of these.
    triedByOthers: /^(server|clients\/(typescript|cli|quickstart))\//,
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
];
