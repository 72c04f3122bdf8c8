import { ToolClientError } from "@callboard/core";
import { useCallback, useEffect, useState } from "react";

/**
 * What a page reads of its host: what came, or why nothing did, how to read again, and how to put another in its place.
 */
export interface Read<Value> {
  value?: Value;
  /** While another is read: what came last, of what was asked for before. */
  before?: Value;
  failure?: ToolClientError;
  again(): void;
  replace(next: (value: Value) => Value): void;
}

/** Reads once for each `read`, which is to stay the same function while it reads the same, and again when asked to. */
export function useRead<Value>(read: (signal: AbortSignal) => Promise<Value>): Read<Value> {
  const [state, setState] = useState<{
    of?: unknown;
    value?: Value | undefined;
    failure?: ToolClientError | undefined;
  }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ of: read, value });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof ToolClientError)) throw error;
        // What another try may mend takes nothing away that was there.
        const keeps = error.mend === "again";
        setState((now) => ({ of: read, failure: error, ...(keeps && now.of === read && { value: now.value }) }));
      },
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new turn asks for another read
  }, [read, turn]);
  const again = useCallback(() => setTurn((now) => now + 1), []);
  // Whoever has gone on to something else is not shown what comes of the last one.
  const replace = useCallback(
    (next: (value: Value) => Value) =>
      setState((now) => (now.of !== read || now.value === undefined ? now : { ...now, value: next(now.value) })),
    [read],
  );
  // What was read of something else is not shown for this.
  const { value, failure } = state.of === read ? state : {};
  const before = state.of === read ? undefined : state.value;
  return {
    ...(value !== undefined && { value }),
    ...(before !== undefined && { before }),
    ...(failure && { failure }),
    again,
    replace,
  };
}
