import { X509Certificate } from "node:crypto";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Metrics, Sample } from "../../core/metrics/metrics.ts";
import type { Port } from "../../transports/http/port.ts";
import type { Config } from "../config.ts";
import type { DatabaseWatch } from "../database-watch.ts";
import { offerOutages } from "./database-metrics.ts";

/** State of the service that belongs to no module. */
export interface ServiceState {
  readonly port: Pick<Port, "load">;
  readonly streams: { readonly count: number };
  readonly watch: Pick<DatabaseWatch, "outages">;
}

/** Offers what belongs to no module: disks, connections, the certificate, outages of the database. */
export function offerState(metrics: Metrics, config: Config, state: ServiceState): void {
  offerDisks(metrics, config);
  offerPort(metrics, state);
  offerOutages(metrics, state.watch);
}

/** Offers the disks of the folders in which the service keeps something. */
function offerDisks(metrics: Metrics, { database, backup }: Pick<Config, "database" | "backup">): void {
  const folders = {
    data: database.dataDirectory,
    backups: backup.directory ?? join(database.dataDirectory, "backups"),
  };
  const read = async (sizeOf: (disk: Awaited<ReturnType<typeof statfs>>) => number): Promise<Sample[]> => {
    const samples: Sample[] = [];
    for (const [folder, path] of Object.entries(folders)) {
      // A folder that is not made before it is needed has no disk yet.
      const disk = await statfs(path).catch(() => undefined);
      if (disk !== undefined) samples.push({ labels: { folder }, value: sizeOf(disk) });
    }
    return samples;
  };
  metrics.gauge(
    { name: "platonic.disk.free", help: "Room on the disk of a folder that this user may fill", unit: "By" },
    () => read(({ bavail, bsize }) => Number(bavail) * Number(bsize)),
  );
  metrics.gauge({ name: "platonic.disk.size", help: "Size of the disk of a folder", unit: "By" }, () =>
    read(({ blocks, bsize }) => Number(blocks) * Number(bsize)),
  );
}

/** Offers the connections of the port, its streams, and the end of its certificate. */
function offerPort(metrics: Metrics, { port, streams }: ServiceState): void {
  metrics.gauge(
    { name: "platonic.connections", help: "Open connections by protocol", unit: "{connection}" },
    async () => {
      const { connections, http2 } = await port.load();
      return [
        { labels: { "network.protocol.version": "1.1" }, value: connections - http2 },
        { labels: { "network.protocol.version": "2" }, value: http2 },
      ];
    },
  );
  metrics.gauge({ name: "platonic.streams", help: "Open streams", unit: "{stream}" }, () => streams.count);
  metrics.gauge(
    {
      name: "platonic.certificate.end.time",
      help: "Time at which the certificate of the port ends, since 1970",
      unit: "s",
    },
    async () => {
      const { certificate } = await port.load();
      return certificate === undefined ? undefined : Date.parse(new X509Certificate(certificate).validTo) / 1000;
    },
  );
}
