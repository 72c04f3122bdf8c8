/** Why a folder or a file could not be used, by the system's own name of it. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: "it is on a read-only file system",
  EACCES: "this process may not read or write there",
  EPERM: "this process may not read or write there",
  ENOSPC: "the disk has no room left",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of its path is a file",
  EIO: "the disk could not be read or written",
};

/** What to do about it; an owner is looked at first, since a folder is most often made by another user. */
const MENDS: Readonly<Record<string, string>> = {
  EROFS: "Mount it for writing",
  ENOSPC: "Make room there",
  EDQUOT: "Make room there",
  ENOTDIR: "Check the path",
};

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;

/**
 * Does something in a data folder; where the system does not let it, the error says why, and how to mend it.
 * @throws what `work` throws where that has words of its own.
 */
export async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause);
    const reason = code === undefined ? undefined : REASONS[code];
    if (code === undefined || reason === undefined) throw cause;
    const user = process.getuid ? `, and this process runs as user ${process.getuid()}` : "";
    const mend = MENDS[code] ?? `Check the owner and the rights of the folder and of what is in it${user}`;
    throw new Error(
      `The data folder ${folder} cannot be used: ${reason} (${code}). ${mend}, or choose another folder (CALLBOARD_DATA).`,
      { cause },
    );
  }
}
