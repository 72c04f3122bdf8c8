"use client";
import { useEffect, useMemo, useState } from "react";
import { orderRows, type RowQuery } from "./rowOrder.ts";

/** So many rows are ordered at once, in a few milliseconds. */
const atOnce = 2_000;
/** Milliseconds of work before the page has a turn. */
const turn = 10;

/**
 * The places of the rows to show. Many rows are ordered in turns with the page, and what was shown before stays
 * meanwhile.
 */
export function useRowOrder(rows: readonly unknown[], query: RowQuery): { order: readonly number[]; isBusy: boolean } {
  const { keys, text, sort, locale } = query;
  const isPlain = text.trim() === "" && sort === null;
  const isSmall = rows.length <= atOnce;
  const plain = useMemo(() => Array.from(rows, (_, index) => index), [rows]);
  const small = useMemo(
    () => (isSmall && !isPlain ? finish(orderRows(rows, { keys, text, sort, locale })) : plain),
    [isSmall, isPlain, plain, rows, keys, text, sort, locale],
  );
  const [large, setLarge] = useState<{ rows: readonly unknown[]; query: RowQuery; order: readonly number[] }>();
  useEffect(() => {
    if (isSmall || isPlain) return;
    const work = orderRows(rows, query);
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      const until = performance.now() + turn;
      let next = work.next();
      while (!next.done && performance.now() < until) next = work.next();
      if (next.done) setLarge({ rows, query, order: next.value });
      else timer = setTimeout(step);
    };
    timer = setTimeout(step);
    return () => clearTimeout(timer);
  }, [isSmall, isPlain, rows, query]);
  if (isSmall || isPlain) return { order: small, isBusy: false };
  return { order: large?.rows === rows ? large.order : plain, isBusy: large?.rows !== rows || large.query !== query };
}

function finish<Result>(work: Generator<void, Result>): Result {
  let next = work.next();
  while (!next.done) next = work.next();
  return next.value;
}
