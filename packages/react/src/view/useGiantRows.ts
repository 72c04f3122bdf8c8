"use client";
import { useContext, useEffect, useRef, useState } from "react";
import { GiantContext } from "./giantReader.ts";
import type { GiantRow } from "./giantBlocks.ts";
import type { RowQuery } from "./rowOrder.ts";

const pageSize = 100;
const mostPages = 40;
/** What is typed is looked for once the typing rests. */
const rest = 120;

/** The rows of a table in a giant output, as far as they are asked for. */
export interface GiantRows {
  /** All rows, and those that the query finds. */
  total: number;
  count: number;
  isBusy: boolean;
  /** A row in the order that is shown; undefined until it is here. */
  at(index: number): GiantRow | undefined;
  /** Says which rows are in view. */
  look(from: number, to: number): void;
}

/** The rows of a block of a giant output; null for a block whose rows are in the page. */
export function useGiantRows(part: string | undefined, query: RowQuery): GiantRows | null {
  const giant = useContext(GiantContext);
  const reader = giant?.reader;
  const total = part === undefined ? undefined : giant?.totals[part];
  const isGiant = reader !== undefined && total !== undefined;
  const [shown, setShown] = useState<{ query: RowQuery; count: number; version: number }>();
  const [pages, setPages] = useState<{ version: number; rows: ReadonlyMap<number, GiantRow[]> }>({
    version: 0,
    rows: new Map(),
  });
  const asked = useRef(new Set<string>());
  const versions = useRef(0);
  const isPlain = query.text.trim() === "" && query.sort === null;
  useEffect(() => {
    if (!isGiant || part === undefined || (isPlain && versions.current === 0)) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      reader.order(part, query).then(
        (count) => {
          if (!isCurrent) return;
          versions.current++;
          asked.current.clear();
          setPages({ version: versions.current, rows: new Map() });
          setShown({ query, count, version: versions.current });
        },
        () => {},
      );
    }, rest);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isGiant, reader, part, query, isPlain]);
  if (!isGiant || part === undefined) return null;
  const version = shown?.version ?? 0;
  return {
    total,
    count: shown?.count ?? total,
    isBusy: isPlain ? shown !== undefined && shown.query !== query : shown?.query !== query,
    at: (index) => pages.rows.get(Math.floor(index / pageSize))?.[index % pageSize],
    look(from, to) {
      for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page++) {
        const name = `${version}:${page}`;
        if (asked.current.has(name)) continue;
        asked.current.add(name);
        reader.rows(part, page * pageSize, (page + 1) * pageSize).then(
          (rows) =>
            setPages((last) => {
              if (last.version !== version) return last;
              const kept = [...last.rows].slice(-mostPages);
              for (const [gone] of [...last.rows].slice(0, -mostPages)) asked.current.delete(`${version}:${gone}`);
              return { version, rows: new Map([...kept, [page, rows]]) };
            }),
          () => asked.current.delete(name),
        );
      }
    },
  };
}
