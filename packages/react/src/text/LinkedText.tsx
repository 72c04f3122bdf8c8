"use client";
import { addressIn, toSafeLink } from "@callboard/core/view";
import { useMemo, type ReactNode } from "react";
import { SafeAnchor } from "./SafeAnchor.tsx";
import { readableText } from "./visibleText.ts";

const mostLinks = 200;

/**
 * A text with its addresses as links; a doubtful address stays text. Where a text is cut, an address at its end may be
 * half of one.
 */
export function LinkedText({ text, cut = false }: { text: string; cut?: boolean }): ReactNode {
  return useMemo(() => splitLinks(text, cut), [text, cut]);
}

function splitLinks(text: string, cut: boolean): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  const run = /(?<![A-Za-z0-9_])https?:\/\/[^\s<>"'`]{4,2000}/g;
  for (let match = run.exec(text); match; match = run.exec(text)) {
    const address = addressIn(match[0]);
    // What stands behind the punctuation may be the next.
    run.lastIndex = match.index + Math.max(1, address.length);
    if (parts.length > mostLinks * 2 || (cut && match.index + address.length === text.length)) break;
    const link = toSafeLink(address);
    // In running text only an address that equals its target is a link.
    if (!link || !isTarget(address, link.href)) continue;
    parts.push(readableText(text.slice(from, match.index)), <SafeAnchor key={match.index} link={link} />);
    from = match.index + address.length;
  }
  parts.push(readableText(text.slice(from)));
  return parts;
}

/** Letters of a path that an address writes by their code lead to the same place; those of a host may not. */
const isTarget = (address: string, href: string): boolean =>
  [address, `${address}/`, encodeURI(address).replaceAll("%25", "%")].includes(href);
