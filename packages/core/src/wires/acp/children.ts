/** A session that another one has begun: its sub-agent. */
export interface Child {
  parent: string;
  title: string | undefined;
  /** What it is for. */
  description: string | undefined;
  /** The call that is its work now, and how many such calls there were. */
  callId: string | undefined;
  count: number;
}

/** The sub-agents of a connection, by their sessions. */
export interface Children {
  of(session: string): Child | undefined;
  /** The sessions that a session has begun. */
  below(session: string): string[];
  /** Notes what a session tells of one that it has begun; undefined where that would be above it. */
  note(parent: string, session: string, told: { title?: unknown; description?: unknown }): Child | undefined;
}

export function createChildren(): Children {
  const children = new Map<string, Child>();
  return {
    of: (session) => children.get(session),
    below: (session) => [...children].flatMap(([one, { parent }]) => (parent === session ? [one] : [])),
    note(parent, session, told) {
      // A circle would have no agent to begin with.
      for (let above: string | undefined = parent; above !== undefined; above = children.get(above)?.parent) {
        if (above === session) return undefined;
      }
      const child = children.get(session) ?? {
        parent,
        title: undefined,
        description: undefined,
        callId: undefined,
        count: 0,
      };
      children.set(session, child);
      // What is left out stays as it was, and null clears it.
      for (const key of ["title", "description"] as const) {
        const value = told[key];
        if (value !== undefined) child[key] = typeof value === "string" && value !== "" ? value : undefined;
      }
      return child;
    },
  };
}
