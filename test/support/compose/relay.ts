/**
 * Holds a network until its input ends, and connects who is outside of it: a connection to the Unix socket SOCKET begins
 * with a line `HOST PORT`, and is then one to that port inside.
 *
 *     unshare --net node test/support/compose/relay.ts SOCKET
 */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

const server = createServer(async (outside) => {
  outside.on("error", () => {});
  const [line] = (await once(outside, "data")) as [Buffer];
  const [host = "", port] = line.toString().trim().split(" ");
  const inside = connect(Number(port), host);
  inside.once("connect", () => outside.write("connected\n"));
  pipeline(inside, outside, () => {});
  pipeline(outside, inside, () => {});
});
server.listen(process.argv[2], () => process.stdout.write("ready\n"));
process.stdin.resume().once("end", () => process.exit());
