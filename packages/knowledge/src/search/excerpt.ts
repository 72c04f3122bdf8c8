import { latinLanguageOf } from "./language.ts";
import { plainText } from "./plainText.ts";
import { placesOf, plainForm } from "./words.ts";

/** So long is an excerpt at the most, in characters, and so much of it stands before the first word that was found. */
const LENGTH = 280;
const BEFORE = 60;

/** What a part of an excerpt is made of: where its characters begin and end. */
interface Place {
  start: number;
  end: number;
}

/**
 * The part of a passage with the most words of a query, as plain text: every second piece of the list is a word that
 * was found, the first piece is none. Without any word it is the beginning.
 */
export function excerptOf(markdown: string, words: readonly string[]): string[] {
  const text = plainForm(plainText(markdown).replace(/\s+/g, " ").trim());
  const found = [...placesOf(words, text, latinLanguageOf(text) ?? "en")];
  const { start, end } = stretchOf(text, found);
  const pieces: string[] = [];
  let at = start;
  for (const place of joined(found)) {
    if (place.start < at || place.end > end) continue;
    pieces.push(text.slice(at, place.start), text.slice(place.start, place.end));
    at = place.end;
  }
  pieces.push(text.slice(at, end));
  pieces[0] = `${start > 0 ? "…" : ""}${pieces[0] ?? ""}`;
  if (end < text.length) pieces[pieces.length - 1] += "…";
  return pieces;
}

/** The stretch with the most different words; of equals the first. It begins and ends between words. */
function stretchOf(text: string, found: readonly (Place & { term: string })[]): Place {
  let first = found[0]?.start ?? 0;
  let most = 0;
  for (const [at, { start }] of found.entries()) {
    const terms = new Set<string>();
    for (const other of found.slice(at)) {
      if (other.end > start + LENGTH - BEFORE) break;
      terms.add(other.term);
    }
    if (terms.size > most) [first, most] = [start, terms.size];
  }
  const from = Math.min(Math.max(0, first - BEFORE), Math.max(0, text.length - LENGTH));
  const start = from === 0 ? 0 : wordStart(text, from, first);
  const to = Math.min(text.length, start + LENGTH);
  return { start, end: to === text.length ? to : wordEnd(text, start, to) };
}

/** Where the next word begins, no further than a place; a text without spaces is cut between its characters. */
function wordStart(text: string, from: number, most: number): number {
  const space = text.indexOf(" ", from);
  return space >= 0 && space < most ? space + 1 : betweenCharacters(text, from);
}

function wordEnd(text: string, least: number, to: number): number {
  const space = text.lastIndexOf(" ", to);
  return space > least + LENGTH / 2 ? space : betweenCharacters(text, to);
}

const betweenCharacters = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at - 1 : at);

/** Places in their order, those that touch as one: the pairs of a script without spaces, and a name with its parts. */
function joined(places: readonly Place[]): Place[] {
  const all: Place[] = [];
  for (const { start, end } of [...places].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
