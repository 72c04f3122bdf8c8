"use client";
import { useContext, useMemo, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BoundedContext } from "./BoundedContext.ts";
import { LinkedText } from "./LinkedText.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

const clampAt = 1_200;
const clampLines = 16;
/** Opened, a long text shows at most this many characters. */
export const mostShown = 200_000;

/** Whether a text is longer than is shown at once. */
export const isLong = (text: string): boolean => text.length > clampAt || lineEnd(text, clampLines) < text.length;

/** Long text, folded to about a paragraph; opened it shows at most 200,000 characters, with a note. */
export function LongText({ text }: { text: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const isUnfolded = useContext(BoundedContext) !== null;
  const [opened, setOpen] = useState(false);
  const open = opened || isUnfolded;
  const folded = useMemo(() => text.slice(0, wholeWords(text, Math.min(clampAt, lineEnd(text, clampLines)))), [text]);
  const shown = open ? text.slice(0, wholeWords(text, mostShown)) : folded;
  return (
    <>
      <div className="cb-fold" data-folded={!open || undefined}>
        <PlainText text={shown} cut={shown.length < text.length} />
      </div>
      {open && shown.length < text.length && (
        <p className="cb-note">{t("view.text.cut", { shown: shown.length, count: text.length })}</p>
      )}
      {!isUnfolded && (
        <button type="button" className="cb-inline-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("view.showLess") : t("view.showAll.characters", { count: text.length })}
        </button>
      )}
    </>
  );
}

/** The index at which the given line ends, or the text's length; the rest of the text is not read. */
function lineEnd(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0 || at > clampAt) return text.length;
  }
  return text.slice(at).trim() === "" ? text.length : at;
}

/**
 * Cuts at the end of a word, so that half an address does not read as another one; an overlong word is cut between
 * characters.
 */
function wholeWords(text: string, at: number): number {
  if (at >= text.length || /\s/.test(text[at]!)) return at;
  const near = text.slice(Math.max(0, at - 400), at);
  const blank = near.search(/\s\S*$/);
  if (blank >= 0) return at - near.length + blank;
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

/** Text with its own line breaks, never read as markup. */
export function PlainText({ text, cut = false }: { text: string; cut?: boolean }): ReactNode {
  return (
    <div className="cb-text" dir="auto">
      <LinkedText text={text} cut={cut} />
    </div>
  );
}
