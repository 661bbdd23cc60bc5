/** System calls of Linux that Node lacks. */
export interface Libc {
  /** Returns the bytes of a socket option: getsockopt(2). */
  socketOption(descriptor: number, level: number, name: number, bytesMax: number): Buffer;
  /** Waits for an exclusive lock of an open file: flock(2). The lock ends when the file is closed or the process ends. */
  lock(descriptor: number): Promise<void>;
}

/**
 * Opens the C library, which the process has already loaded, through koffi. koffi is imported here, so that a service
 * without a host socket does not need it.
 *
 * @throws Error if the system is not Linux, or koffi does not support its processor
 */
export async function openLibc(): Promise<Libc> {
  if (process.platform !== "linux") throw new Error("the host socket needs Linux, whose kernel identifies the caller");
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
        // Asynchronous, on another thread, because it waits.
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
