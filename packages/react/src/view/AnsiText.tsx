"use client";
import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { readableText } from "../text/visibleText.ts";

const AnsiRuns = lazyComponent(
  () => import("./AnsiRuns.tsx"),
  (module) => module.AnsiRuns,
);

/** Lines of a terminal in their colours; until the reader of colours is here, without. */
export function AnsiText({ text }: { text: string }): ReactNode {
  return (
    <pre className="cb-lines" dir="ltr" tabIndex={0}>
      <Suspense fallback={withoutEscapes(text)}>
        <AnsiRuns text={text} />
      </Suspense>
    </pre>
  );
}

// oxlint-disable-next-line no-control-regex -- the pattern is of control sequences
const escapes = /\u001b(?:\[[\d;?]*[A-Za-z]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[A-Z=>])/g;

const withoutEscapes = (text: string): string => readableText(text.replace(escapes, ""));
