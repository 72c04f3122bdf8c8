import { Unzip, UnzipInflate } from "fflate";
import { UnreadableDocument } from "./unreadableDocument.ts";

/** What an archive may hold once it is unpacked. */
const MOST_BYTES = 200_000_000;
const MOST_FILES = 5_000;

/**
 * Unpacks an archive without keeping anything, up to what it may hold: what it says of its sizes may be a lie. @throws
 * UnreadableDocument
 */
export function checkZip(bytes: Uint8Array): void {
  let size = 0;
  let files = 0;
  let broken: Error | undefined;
  const unzip = new Unzip((file) => {
    if (++files > MOST_FILES) throw tooLarge();
    file.ondata = (error, data) => {
      if (error) broken = error;
      size += data?.length ?? 0;
      if (size > MOST_BYTES) throw tooLarge();
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  // In pieces, so that it ends where it is too much.
  const step = 65_536;
  for (let at = 0; at < bytes.length && !broken; at += step)
    unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
  if (broken) throw new UnreadableDocument("broken_archive", { problem: broken.message });
  if (files === 0) throw new UnreadableDocument("empty_archive");
}

const tooLarge = () => new UnreadableDocument("swollen_archive", { most: MOST_BYTES / 1e6, files: MOST_FILES });
