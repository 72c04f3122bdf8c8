/** The ids of one wire's calls, for wires that use ids again: some models number the calls of each answer from zero. */
export interface CallNames {
  /**
   * The id of an owner's call: the wire's, numbered where another call has used it. An id whose call is not over goes
   * on.
   */
  name(wireId: string, owner: unknown): string;
  /** Adds a second id of a call, under which results may come. */
  alias(wireId: string, callId: string): void;
  /** The call of this id that was told of last, to which a result belongs. */
  find(wireId: string): string | undefined;
}

/**
 * Names calls; the owner of an id is the answer that the call is in. Several may share the `counts`, where the same id
 * at the same time is another call in each.
 */
export function createCallNames(
  isOver: (callId: string) => boolean = () => true,
  counts = new Map<string, number>(),
): CallNames {
  const last = new Map<string, string>();
  const owned = new Map<unknown, Map<string, string>>();
  return {
    name(wireId, owner) {
      const calls = owned.get(owner) ?? new Map<string, string>();
      let callId = calls.get(wireId) ?? last.get(wireId);
      if (callId === undefined || (!calls.has(wireId) && isOver(callId))) {
        const count = (counts.get(wireId) ?? 0) + 1;
        counts.set(wireId, count);
        callId = count === 1 ? wireId : `${wireId}#${count}`;
      }
      owned.set(owner, calls.set(wireId, callId));
      last.set(wireId, callId);
      return callId;
    },
    alias: (wireId, callId) => last.set(wireId, callId),
    find: (wireId) => last.get(wireId),
  };
}
