"use client";
import { useEffect, useState, type ReactNode } from "react";
import { lazyModule } from "../provider/lazyModule.ts";
import type { CodeRun } from "./highlight.ts";

const highlighter = lazyModule(() => import("./highlight.ts"));
const longest = 60_000;
/** Code that still grows is coloured once it rests for this long, in milliseconds. */
const restsFor = 200;

/**
 * The words of a code, coloured by its language as soon as the highlighter is here; the letters are the same before and
 * after.
 */
export function Code({ code, language }: { code: string; language: string | null }): ReactNode {
  const [drawn, setDrawn] = useState<{ of: string; runs: CodeRun[] } | null>(null);
  useEffect(() => {
    if (language === null || code.length > longest) return;
    let current = true;
    const timer = setTimeout(() => {
      highlighter.load().then(
        ({ highlight }) => {
          const runs = current ? highlight(code, language.toLowerCase()) : null;
          if (runs) setDrawn({ of: code, runs });
        },
        () => {
          // Without the highlighter the code is plain.
        },
      );
    }, restsFor);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  if (drawn?.of !== code) return code;
  return drawn.runs.map(({ text, kind }, index) =>
    kind === null ? (
      text
    ) : (
      <span key={index} className="cb-code-run" data-kind={kind}>
        {text}
      </span>
    ),
  );
}
