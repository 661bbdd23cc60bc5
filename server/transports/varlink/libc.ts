/** What Linux offers and Node does not. */
export interface Libc {
  /** getsockopt(2): the option's bytes. */
  socketOption(descriptor: number, level: number, name: number, bytesMax: number): Buffer;
  /** flock(2): waits until the open file is locked for this process alone; closing it, or dying, ends that. */
  lock(descriptor: number): Promise<void>;
}

/**
 * Opens the C library, which the process has loaded anyway, by koffi. That is loaded here and not before, so that a
 * service without a host socket needs no such package.
 *
 * @throws Error where there is no Linux, or no koffi for its processor
 */
export async function openLibc(): Promise<Libc> {
  if (process.platform !== "linux") throw new Error("the host's socket needs Linux, which tells who is calling");
  const { default: koffi } = await import("koffi");
  const own = koffi.load(null);
  const getsockopt = own.func(
    "int getsockopt(int socket, int level, int name, _Out_ uint8_t *value, _Inout_ uint32_t *length)",
  );
  const flock = own.func("int flock(int file, int operation)");
  return {
    socketOption(descriptor, level, name, bytesMax) {
      const value = Buffer.alloc(bytesMax);
      const length = [bytesMax];
      if (getsockopt(descriptor, level, name, value, length) !== 0) {
        throw new Error(`getsockopt failed with error ${koffi.errno()}`);
      }
      return value.subarray(0, length[0]);
    },
    lock(descriptor) {
      return new Promise((resolve, reject) => {
        // On a thread of its own, because it waits.
        flock.async(descriptor, exclusively, (error: Error | null, result: number) => {
          if (error === null && result === 0) resolve();
          else reject(error ?? new Error("flock failed"));
        });
      });
    },
  };
}

/** LOCK_EX */
const exclusively = 2;
