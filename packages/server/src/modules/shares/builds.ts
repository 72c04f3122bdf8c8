import { HostRefusal } from "../../hostRefusal.ts";

export interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>;
  title: string | null;
}

/**
 * Files that take work to make. The same one is made once, few are made at a time, and those made last are kept for a
 * while.
 */
export interface Builds {
  /**
   * The file of this key, which says all that the file depends on.
   * @throws HostRefusal where too many wait already.
   */
  get(key: string, make: () => Promise<BuiltFile>): Promise<BuiltFile>;
}

export interface BuildLimits {
  atOnce: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** Bytes of all files that are kept. */
  keptBytes: number;
  /** How long a file is kept, in milliseconds. */
  keptMs: number;
}

const LIMITS: BuildLimits = { atOnce: 2, waiting: 16, keptBytes: 64_000_000, keptMs: 10 * 60_000 };

export function createBuilds(limits: Partial<BuildLimits> = {}, now: () => number = Date.now): Builds {
  const { atOnce, waiting, keptBytes, keptMs } = { ...LIMITS, ...limits };
  const kept = new Map<string, { file: BuiltFile; at: number }>();
  const running = new Map<string, Promise<BuiltFile>>();
  const queue: (() => void)[] = [];
  let busy = 0;
  let bytes = 0;

  const forget = (key: string) => {
    bytes -= kept.get(key)?.file.bytes.byteLength ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, file: BuiltFile) => {
    // A file that leaves no room for others is not kept.
    if (file.bytes.byteLength > keptBytes / 2) return;
    forget(key);
    kept.set(key, { file, at: now() });
    bytes += file.bytes.byteLength;
    for (const oldest of kept.keys()) {
      if (bytes <= keptBytes) break;
      forget(oldest);
    }
  };

  async function build(key: string, make: () => Promise<BuiltFile>): Promise<BuiltFile> {
    if (busy >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else busy++;
    try {
      const file = await make();
      keep(key, file);
      return file;
    } finally {
      const next = queue.shift();
      // Whoever waits takes the place over.
      if (next) next();
      else busy--;
    }
  }

  return {
    async get(key, make) {
      for (const [old, { at }] of kept) if (now() - at > keptMs) forget(old);
      const found = kept.get(key);
      if (found) return found.file;
      const same = running.get(key);
      if (same) return await same;
      if (busy >= atOnce && queue.length >= waiting) {
        const message = "Many sessions are being exported at this moment. Try again in 10 seconds.";
        throw new HostRefusal("too_many_requests", message, { retryAfter: 10 });
      }
      const work = build(key, make).finally(() => running.delete(key));
      running.set(key, work);
      return await work;
    },
  };
}
