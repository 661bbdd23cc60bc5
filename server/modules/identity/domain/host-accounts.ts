import { sha256 } from "../../../core/sha256.ts";

/** An identity as a user of the host. */
export interface HostUser {
  readonly identityId: string;
  /** The username as its owner spells it, which here is legal for Unix. */
  readonly name: string;
  readonly uid: number;
}

/** Port: which identities are users of the host, and their numbers. */
export interface HostAccounts {
  /** Gives an identity its number, once for ever, and answers it. */
  settle(identityId: string): Promise<number>;
  byName(name: string): Promise<HostUser | undefined>;
  byUid(uid: number): Promise<HostUser | undefined>;
  /** In the order of their numbers. */
  all(): AsyncIterable<HostUser>;
}

/** The numbers that users may have: `base` is their group's, and theirs are those behind it, `count` in all. */
export interface UidRange {
  readonly base: number;
  readonly count: number;
}

/** The entry of an identity's metadata by which its owner makes it a user of the host: then it is "true". */
const loginEntry = "host.login";

/** Whether an identity is a user of the host: its owner wants it, and its name can be one. */
export function isHostUser(identity: {
  readonly username: string;
  readonly metadata: { readonly [name: string]: string };
}): boolean {
  const { username, metadata } = identity;
  return Object.hasOwn(metadata, loginEntry) && metadata[loginEntry] === "true" && isUnixName(username);
}

/**
 * Whether a name is legal for users everywhere: what useradd takes, in lower case, at most 31 characters, and none that
 * systems give to their own users and groups, which rules of other programs may trust by name.
 */
export function isUnixName(name: string): boolean {
  return (
    /^[a-z_][a-z0-9_-]{0,30}$/.test(name) && !systemNames.has(name) && !/^(systemd|nixbld|runit|dnsmasq)/.test(name)
  );
}

const systemNames = new Set(
  (
    "adm alpine apache audio avahi backup bin bind bluetooth cdrom centos chrony clock colord containerd core crontab " +
    "cups daemon db2inst1 debian dev dialout dip disk docker dovecot ec2-user exim fax fedora floppy ftp games gdm git " +
    "gnats halt input irc jenkins kmem kubelet kvm libvirt lightdm list locate log lp lpadmin lxd mail man messagebus " +
    "mongodb mysql named netdev network news nfsnobody nginx nobody nogroup ntp opensips operator oracle pi plugdev " +
    "polkitd postfix postgres power proxy pulse qemu rabbitmq radiusd redis render rpc rpcuser rpm rtkit sasl saned sgx " +
    "shadow shutdown slocate src ssh sshd sssd storage sudo sudoers sync sys syslog tape tcpdump tomcat tss tty ubuntu " +
    "users usbmux utempter utmp uucp uuidd vagrant video voice wheel wireshark www-data xfs"
  ).split(" "),
);

/** The numbers of which an identity gets the first that is free: one that follows from its id, then those behind it. */
export function* uidsFor(identityId: string, { base, count }: UidRange): Generator<number> {
  const places = count - 1;
  const first = Number(sha256(identityId).readBigUInt64BE() % BigInt(places));
  for (let step = 0; step < places; step++) yield base + 1 + ((first + step) % places);
}
