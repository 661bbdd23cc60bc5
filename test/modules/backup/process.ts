import { quickStretching } from "../../support/vault/constants.ts";
import { openBackupFixture, passphraseBytes, restore } from "./backup-fixture.ts";
import type { Task } from "./kill-at.ts";

const task = JSON.parse(process.argv[2] as string) as Task & { readonly killAfter?: string };

function afterStep(step: string): void {
  if (step === task.killAfter) process.kill(process.pid, "SIGKILL");
}

process.stdout.write("begun\n");
if (task.act === "back-up") {
  const { location, now, retention } = task;
  const fixture = await openBackupFixture(location, { now: () => now, retention, afterStep });
  await fixture.backups.createIfDue();
  await fixture.close();
} else {
  const { path, directory } = task;
  await restore({ path, directory, passphrase: passphraseBytes(), stretching: quickStretching, afterStep });
}
