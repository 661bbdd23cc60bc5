import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryDirectory } from "../database/temporary-database.ts";
import { type Container, runContainer } from "../image/container.ts";
import { type Image, imageOf } from "./images.ts";
import { type Network, openNetwork } from "./network.ts";
import type { Project, Service } from "./project.ts";

/** The capabilities of root in a container that drops none. */
const capabilities = ["CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_SETGID", "CAP_SETUID", "CAP_KILL"];

/** The services of a project whose programs can be had here, as containers on the files of this machine. */
export class Stack {
  readonly #project: Project;
  readonly #network: Network;
  readonly #folder: string;
  readonly #running = new Map<string, Container>();
  readonly #published = new Map<string, number>();

  private constructor(project: Project, network: Network, folder: string) {
    this.#project = project;
    this.#network = network;
    this.#folder = folder;
  }

  static async open(project: Project): Promise<Stack> {
    const folder = temporaryDirectory();
    // Users of the containers go through it.
    chmodSync(folder, 0o755);
    const network = await openNetwork(folder, Object.keys(project.services));
    return new Stack(project, network, folder);
  }

  /** Starts each service when those that it depends on are as it demands. */
  async up(): Promise<void> {
    for (const name of this.#order()) await this.#start(name, this.#service(name));
  }

  /** Sends each service SIGTERM, the last that was started first; returns their exit statuses. */
  async down(): Promise<Readonly<Record<string, number>>> {
    const statuses: Record<string, number> = {};
    for (const name of [...this.#running.keys()].reverse()) {
      const container = this.#running.get(name) as Container;
      container.signal("SIGTERM");
      statuses[name] = await container.ended;
    }
    this.#running.clear();
    return statuses;
  }

  /** Stops a service as `down` does, and starts it again. Returns its exit status. */
  async restart(name: string): Promise<number> {
    const container = this.#running.get(name) as Container;
    container.signal("SIGTERM");
    const status = await container.ended;
    await this.#start(name, this.#service(name));
    return status;
  }

  /** Names of the services that run. */
  get running(): string[] {
    return [...this.#running.keys()].sort();
  }

  /** Returns the address of this machine at which the file publishes a port. */
  published(port: string): string {
    const found = this.#published.get(port);
    if (found === undefined) throw new Error(`no service publishes ${port}`);
    return `http://127.0.0.1:${found}`;
  }

  /** Returns an address of this machine for one of the project, such as `http://prometheus:9090`. */
  async reach(url: string): Promise<string> {
    const { hostname, port } = new URL(url);
    return `http://127.0.0.1:${await this.#network.publish("127.0.0.1", hostname, Number(port))}`;
  }

  /** Reads a file of a volume. */
  readVolume(volume: string, file: string): string {
    return readFileSync(join(this.#folder, "volumes", volume, file), "utf8");
  }

  #service(name: string): Service {
    return this.#project.services[name] as Service;
  }

  /** Services that can run here, each after those that it depends on. */
  #order(): string[] {
    const order = new Set<string>();
    const visit = (name: string) => {
      for (const before of Object.keys(this.#service(name).depends_on ?? {})) visit(before);
      if (imageOf(this.#service(name).image) !== undefined) order.add(name);
    };
    for (const name of Object.keys(this.#project.services)) visit(name);
    return [...order];
  }

  async #start(name: string, service: Service): Promise<void> {
    const image = imageOf(service.image) as Image;
    const user = service.user === undefined ? image.user : Number(service.user.split(":")[0]);
    const environment = { ...image.environment, ...service.environment };
    const container = runContainer({
      root: this.#root(name, image),
      command: [...image.entry, ...(service.command ?? image.command)].map(sourceOf),
      folder: image.folder,
      environment: Object.entries(environment).map(([key, value]) => `${key}=${value}`),
      mounts: this.#mounts(service, image),
      user,
      capabilities: user === 0 && !service.cap_drop?.includes("ALL") ? capabilities : [],
      isWritable: service.read_only !== true,
      network: service.network_mode === "none" ? "none" : this.#network.path,
    });
    for (const { host_ip, target, published } of service.ports ?? [])
      this.#published.set(published, await this.#network.publish(host_ip, name, target));
    if (await this.#awaited(name, service, container)) this.#running.set(name, container);
  }

  /** Waits for what others demand of a service; returns whether it goes on to run. */
  async #awaited(name: string, { healthcheck }: Service, container: Container): Promise<boolean> {
    const demands = Object.values(this.#project.services).map((one) => one.depends_on?.[name]?.condition);
    if (demands.includes("service_completed_successfully")) {
      if ((await container.ended) !== 0) throw new Error(`${name} failed: ${container.errors()}`);
      return false;
    }
    const [kind, ...check] = healthcheck?.test ?? [];
    if (kind === undefined) return true;
    if (kind !== "CMD") throw new Error(`the tests know no check of the kind ${kind}`);
    let hasEnded = false;
    void container.ended.then(() => {
      hasEnded = true;
    });
    for (;;) {
      const { status } = await container.execute([], ...check.map(sourceOf));
      if (status === 0) return true;
      if (hasEnded) throw new Error(`${name} has ended: ${container.errors()}`);
    }
  }

  /** Folder with the files of an image: system programs are those of this machine. */
  #root(name: string, { user, folders, programs, files, folder }: Image): string {
    const root = join(this.#folder, "roots", name);
    if (existsSync(root)) return root;
    for (const path of ["etc", "tmp", "run", "proc", "dev", "usr", folder])
      mkdirSync(join(root, path), { recursive: true });
    for (const link of ["bin", "sbin", "lib", "lib64"].filter((one) => existsSync(`/${one}`))) {
      if (lstatSync(`/${link}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${link}`), join(root, link));
      else mkdirSync(join(root, link));
    }
    for (const file of files) {
      if (lstatSync(file).isDirectory()) mkdirSync(join(root, folder, file));
      else writeFileSync(join(root, folder, file), "");
    }
    writeFileSync(join(root, "etc/hosts"), this.#network.hosts);
    writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files\npasswd: files\n");
    writeFileSync(join(root, "etc/passwd"), `root:x:0:0::/:/bin/sh\nuser:x:${user}:${user}::/:/bin/sh\n`);
    chmodSync(join(root, "tmp"), 0o1777);
    for (const [path, text] of Object.entries(programs)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode: 0o755 });
    }
    for (const path of folders) {
      mkdirSync(join(root, path), { recursive: true });
      chmodSync(join(root, path), 0o700);
      chownSync(join(root, path), user, user);
    }
    return root;
  }

  #mounts({ volumes = [] }: Service, image: Image): Record<string, string> {
    const system = ["usr", "bin", "sbin", "lib", "lib64"].filter(
      (name) => existsSync(`/${name}`) && !lstatSync(`/${name}`).isSymbolicLink(),
    );
    const mounts: Record<string, string> = {};
    for (const name of system) mounts[`/${name}:ro`] = `/${name}`;
    for (const file of image.files) mounts[`${join(image.folder, file)}:ro`] = resolve(file);
    for (const { type, source, target, read_only } of volumes)
      mounts[`${target}${read_only === true ? ":ro" : ""}`] =
        type === "bind" ? source : this.#volume(source, image.folders.includes(target) ? image.user : undefined);
    return mounts;
  }

  /** Folder of a volume, which has the owner of what it is first mounted over. */
  #volume(name: string, owner: number | undefined): string {
    const folder = join(this.#folder, "volumes", name);
    mkdirSync(folder, { recursive: true });
    if (owner !== undefined && readdirSync(folder).length === 0) {
      chownSync(folder, owner, owner);
      chmodSync(folder, 0o700);
    }
    return folder;
  }
}

/** Programs of the service run from their sources here. */
function sourceOf(word: string): string {
  return word.replace(/^(server\/.*)\.js$/, "$1.ts");
}
