import "../../server/core/disposal.ts";
import { loadConfig } from "../../server/app/config.ts";
import { createLog } from "../../server/app/log.ts";
import { bufferedOutput } from "../../server/app/log-output.ts";
import { serve } from "../../server/app/serve.ts";

/** The service with as many threads that serve as its parameter says; 1: the main thread alone. */
const config = loadConfig(process.env);
const destination = bufferedOutput();
const log = createLog(config.log.level, destination);
const server = await serve(config, destination, { log, servingThreads: Number(process.argv[2]) });
log.info({ port: server.address.port }, "listening");
process.once("SIGTERM", () => void server.close().then(() => destination.flush()));
