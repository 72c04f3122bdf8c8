"use client";
import { ToolClientError, type Choice, type ToolClient } from "@callboard/core";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../provider/useLatest.ts";

type Find = NonNullable<ToolClient["choices"]>;

/** The state of a search. */
export interface Search {
  /** The words that `choices` answer; they may be older than what is typed. */
  query: string | undefined;
  choices: readonly Choice[];
  state: "searching" | "found" | "failed" | "nowhere";
}

/** How long a pause in typing is, in milliseconds. */
const pause = 150;
const nothing: Search = { query: undefined, choices: [], state: "searching" };

/** Searches while `isOpen`, after each pause in typing; an answer to older words than the last is dropped. */
export function useSearch(
  find: Find | undefined,
  kind: string,
  query: string,
  isOpen: boolean,
): Search & { retry: () => void } {
  const [search, setSearch] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const latest = useLatest(find);
  const asked = useRef(false);

  useEffect(() => {
    if (!isOpen) {
      asked.current = false;
      return;
    }
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const choices = await latest.current!(kind, query, { signal: stop.signal });
        if (!stop.signal.aborted) setSearch({ query, choices, state: "found" });
      } catch (error) {
        if (stop.signal.aborted) return;
        const isUnknown = error instanceof ToolClientError && error.status === 404;
        setSearch({ query, choices: [], state: isUnknown ? "nowhere" : "failed" });
      }
    };
    // The first search starts at once; the pause is for typing.
    const timer = setTimeout(() => void ask(), asked.current ? pause : 0);
    asked.current = true;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt asks again
  }, [kind, query, isOpen, attempt, latest]);

  const retry = (): void => {
    setSearch(nothing);
    asked.current = false;
    setAttempt(attempt + 1);
  };
  return { ...search, retry };
}

/** The choices of stored ids: null where an id is unknown, absent while it is being looked up. */
export type Names = ReadonlyMap<string, Choice | null>;

/** The choices of ids, looked up once each; `learn` adds those that come from elsewhere. */
export function useNames(
  find: Find | undefined,
  kind: string,
  ids: readonly string[],
): { names: Names; learn: (choices: readonly Choice[]) => void } {
  const [names, setNames] = useState<Names>(new Map());
  const latest = useLatest(find);
  const missing = ids.filter((id) => !names.has(id));
  const key = JSON.stringify(missing);

  useEffect(() => {
    const values = JSON.parse(key) as string[];
    if (values.length === 0 || !latest.current) return;
    const stop = new AbortController();
    latest.current(kind, { values }, { signal: stop.signal }).then(
      (found) => {
        if (stop.signal.aborted) return;
        const answer = values.map((id) => [id, found.find((choice) => choice.value === id) ?? null] as const);
        setNames((before) => new Map([...before, ...answer]));
      },
      () => {
        // The ids stand for themselves; the next change asks again.
      },
    );
    return () => stop.abort();
  }, [kind, key, latest]);

  const learn = (choices: readonly Choice[]): void =>
    setNames((before) => new Map([...before, ...choices.map((choice) => [choice.value, choice] as const)]));
  return { names, learn };
}
