"use client";
import { toSafeLink, type TextBlock } from "@callboard/core";
import { useMemo, useState, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockFrame, DownloadButton } from "./BlockFrame.tsx";
import { SafeAnchor } from "./SafeAnchor.tsx";
import { Value } from "./Value.tsx";

const clampAt = 1_200;
const clampLines = 16;
const mostShown = 200_000;
const mostLinks = 200;

/** Text as it came: its own lines, nothing of it read as markup; long ones begin folded. */
export function TextView({ block }: { block: TextBlock }): ReactNode {
  const { renderText } = useCallboard();
  const { text } = block;
  const long = text.length > clampAt || lineEnd(text, clampLines) < text.length;
  const saves = text.length > mostShown;
  return (
    <BlockFrame
      block={block}
      actions={saves ? <DownloadButton kind="text" name={block.label ?? ""} pieces={() => [text]} /> : undefined}
    >
      {typeof block.value === "number" || typeof block.value === "boolean" ? (
        <p className="cb-text">
          <Value value={block.value} />
        </p>
      ) : renderText && !saves && (block.markdown || text.includes("\n")) ? (
        <div className="cb-text" data-rendered>
          {renderText(text)}
        </div>
      ) : long ? (
        <LongText text={text} />
      ) : (
        <PlainText text={text} />
      )}
    </BlockFrame>
  );
}

/** Long text, folded to about a paragraph; opened it shows 200,000 characters at most, and says so. */
export function LongText({ text }: { text: string }): ReactNode {
  const { t } = useCallboard();
  const [open, setOpen] = useState(false);
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
      <button type="button" className="cb-inline-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t("view.showLess") : t("view.showAll.characters", { count: text.length })}
      </button>
    </>
  );
}

/** Where the given line ends, or the text's length; reads no further than it has to. */
function lineEnd(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0 || at > clampAt) return text.length;
  }
  return text.slice(at).trim() === "" ? text.length : at;
}

/** Cuts where a word ends, so that no half of an address reads as another one; a word without end is cut between characters. */
function wholeWords(text: string, at: number): number {
  if (at >= text.length || /\s/.test(text[at]!)) return at;
  const near = text.slice(Math.max(0, at - 400), at);
  const blank = near.search(/\s\S*$/);
  if (blank >= 0) return at - near.length + blank;
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

function PlainText({ text, cut = false }: { text: string; cut?: boolean }): ReactNode {
  const parts = useMemo(() => splitLinks(text, cut), [text, cut]);
  return (
    <div className="cb-text" dir="auto">
      {parts}
    </div>
  );
}

/** The text with its addresses as links; what merely looks like one stays text. */
function splitLinks(text: string, cut: boolean): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`]{4,2000}/g)) {
    if (parts.length > mostLinks * 2 || (cut && match.index + match[0].length === text.length)) break;
    const address = match[0]
      .replace(/[.,;:!?*_\]]+$/, "")
      .replace(/\)+$/, (tail) => (match[0].includes("(") ? tail : ""));
    const link = toSafeLink(address);
    // Only an address that reads the same as where it leads is a link in running text.
    if (!link || (link.href !== address && link.href !== `${address}/`)) continue;
    parts.push(text.slice(from, match.index), <SafeAnchor key={match.index} link={link} />);
    from = match.index + address.length;
  }
  parts.push(text.slice(from));
  return parts;
}
