"use client";
import { ToolClientError, type Choice, type ToolClient } from "@callboard/core";
import { useEffect, useRef, useState } from "react";

type Find = NonNullable<ToolClient["choices"]>;

/** What a search has found so far. */
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
  const latest = useRef(find);
  latest.current = find;
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
    // What is shown first is there at once; a pause is for typing.
    const timer = setTimeout(() => void ask(), asked.current ? pause : 0);
    asked.current = true;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kind, query, isOpen, attempt]);

  const retry = (): void => {
    setSearch(nothing);
    asked.current = false;
    setAttempt(attempt + 1);
  };
  return { ...search, retry };
}

/** What stored ids are called: a choice, null where nobody knows it, nothing while that is being asked. */
export type Names = ReadonlyMap<string, Choice | null>;

/** The names of ids, asked for once each; those that are learnt elsewhere are told by `learn`. */
export function useNames(
  find: Find | undefined,
  kind: string,
  ids: readonly string[],
): { names: Names; learn: (choices: readonly Choice[]) => void } {
  const [names, setNames] = useState<Names>(new Map());
  const latest = useRef(find);
  latest.current = find;
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
  }, [kind, key]);

  const learn = (choices: readonly Choice[]): void =>
    setNames((before) => new Map([...before, ...choices.map((choice) => [choice.value, choice] as const)]));
  return { names, learn };
}
