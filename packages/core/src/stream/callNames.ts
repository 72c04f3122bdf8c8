/** The ids of one wire's calls, for the wires that use an id again. */
export interface CallNames {
  /** The call's own id: the wire's, unless an earlier one has used it. */
  name(wireId: string, owner: object): string;
  /** A second id of a call, which results may come under. */
  alias(wireId: string, callId: string): void;
  /** The call that a result for this id means: the last one of that name. */
  find(wireId: string): string | undefined;
}

/** Makes the ids of one stream; an `owner` is the object within which an id means one call. */
export function createCallNames(): CallNames {
  const aliases = new Map<string, string>();
  const last = new Map<string, { owner: object; callId: string; count: number }>();
  return {
    name(wireId, owner) {
      const known = last.get(wireId);
      if (known?.owner === owner) return known.callId;
      const count = (known?.count ?? 0) + 1;
      const callId = count === 1 ? wireId : `${wireId}#${count}`;
      last.set(wireId, { owner, callId, count });
      return callId;
    },
    alias: (wireId, callId) => aliases.set(wireId, callId),
    find: (wireId) => last.get(wireId)?.callId ?? aliases.get(wireId),
  };
}
