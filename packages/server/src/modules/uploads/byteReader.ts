/** A body's bytes, taken in stretches of any length. */
export interface ByteReader {
  /** The next bytes without taking them: as many as asked for, fewer only at the end. */
  peek(length: number): Promise<Uint8Array>;
  /** The next bytes: as many as asked for, fewer only at the end, none after it. */
  take(length: number): Promise<Uint8Array>;
  /** Reads on and forgets, at most so many bytes more: a sender that is cut off never gets to read why. */
  discard(most: number): Promise<void>;
}

/** Reads a stream; `onBytes` hears of every stretch that comes in, and may throw to end it. */
export function createByteReader(
  stream: ReadableStream<Uint8Array>,
  onBytes: (total: number) => void,
  onEnd: (total: number) => void,
): ByteReader {
  const reader = stream.getReader();
  const held: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  let ended = false;

  const fill = async (length: number): Promise<void> => {
    while (size < length && !ended) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        onEnd(total);
      } else {
        total += value.byteLength;
        onBytes(total);
        held.push(value);
        size += value.byteLength;
      }
    }
  };
  const join = (): Uint8Array => {
    const only = held.length === 1 ? held[0]! : new Uint8Array(size);
    if (held.length !== 1) {
      let at = 0;
      for (const part of held) {
        only.set(part, at);
        at += part.byteLength;
      }
    }
    held.length = 0;
    if (size > 0) held.push(only);
    return only;
  };

  return {
    async peek(length) {
      await fill(length);
      return join().subarray(0, length);
    },
    async take(length) {
      await fill(length);
      const all = join();
      const rest = all.subarray(length);
      held.length = 0;
      size = rest.byteLength;
      if (size > 0) held.push(rest);
      return all.subarray(0, length);
    },
    async discard(most) {
      held.length = 0;
      size = 0;
      let forgotten = 0;
      while (!ended && forgotten < most) {
        const { done, value } = await reader.read();
        ended = done;
        forgotten += value?.byteLength ?? 0;
      }
      if (!ended) await reader.cancel();
    },
  };
}
