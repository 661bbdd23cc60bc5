/** Steps of the journal, for tests that interrupt it. */
export type JournalStep = "opened" | "taken" | "created" | "written" | "synced";
