import type { SessionEvent } from "../events/event.ts";
import { createPartialJson } from "../json/partialJson.ts";
import { unescapeOnce, type View } from "./escapes.ts";
import type { Finder } from "./finder.ts";
import { finish, inSlices, type Steps } from "./slices.ts";
import { createKnownSecrets, type KnownSecrets } from "./knownSecrets.ts";
import { findNamed } from "./namedSecrets.ts";
import { findForms, findInAddresses, findInCommands, findPrivateKeys } from "./placedSecrets.ts";
import { isOpaque } from "./secretNames.ts";
import { findInTables } from "./tableSecrets.ts";
import { walkStrings } from "./walkStrings.ts";

/** What stands in place of a secret's characters. */
const MASK = "•";
const MASKED = MASK.repeat(8);

const FINDERS: readonly Finder[] = [
  findForms,
  findPrivateKeys,
  findInAddresses,
  findInCommands,
  findNamed,
  findInTables,
];
/** So many layers of escapes are taken off; of JSON inside JSON the twelfth has 4,000 backslashes before each quote. */
const MOST_LAYERS = 12;

interface Span {
  from: number;
  to: number;
  /** A number of JSON: what stands in its place has to be JSON, too. */
  isNumber?: boolean;
}

type OnNamed = (value: string) => void;

/**
 * The places of what `finders` find in a text, under all layers of its escapes. `onNamed` hears of values that a name
 * says to be secret.
 */
function* placesOf(text: string, finders: readonly Finder[], onNamed?: OnNamed): Steps<Span[]> {
  const spans: Span[] = [];
  let view: View | null = { text, places: null };
  for (let layer = 0; view && layer < MOST_LAYERS; layer++) {
    const { text: plain, places }: View = view;
    for (const find of finders) {
      yield* find(plain, (from, to, isNamed) => {
        spans.push(places ? { from: places[from]!, to: places[to]! } : { from, to });
        if (isNamed && onNamed && to - from < LONGEST_VALUE) onNamed(plain.slice(from, to));
      });
    }
    view = unescapeOnce(view);
    yield;
  }
  return spans;
}
const LONGEST_VALUE = 10_000;

/** The places of a text's secrets. JSON is read as the value that it is, too, as far as it has come. */
function* spansOf(text: string, onNamed?: OnNamed, depth = 0): Steps<Span[]> {
  const spans = yield* placesOf(text, FINDERS, onNamed);
  if (depth > MOST_LAYERS || !JSON_TEXT.test(text)) return spans;
  const local = createKnownSecrets(true);
  const inner = new Set<string>();
  for (const value of jsonIn(text)) {
    yield;
    walkStrings(value, (part, isSecret) => {
      if (isSecret) {
        local.add(part);
        onNamed?.(part);
      } else inner.add(part);
      return part;
    });
  }
  inner.delete(text);
  for (const part of inner) {
    if (!MAY_HOLD.test(part)) continue;
    yield* spansOf(
      part,
      (value) => {
        local.add(value);
        onNamed?.(value);
      },
      depth + 1,
    );
  }
  if (local.size > 0) spans.push(...(yield* placesOf(text, [local.finder()])));
  for (const span of spans) {
    if (NUMBER.test(text.slice(span.from, Math.min(span.to, span.from + 40)))) {
      span.isNumber = /[:,[\s]/.test(text[span.from - 1] ?? "") && /[,}\]\s]/.test(text[span.to] ?? ",");
    }
  }
  return spans;
}

const JSON_TEXT = /^\s*["[{]/;
const NUMBER = /^-?\d[\d.eE+-]*$/;
/** What has none of these holds no table and no JSON. */
const MAY_HOLD = /[\n[{"]/;

/** The values that a text of JSON holds: one, as far as it has come, or one a line. */
function jsonIn(text: string): unknown[] {
  const whole = partOf(text);
  if (whole !== undefined) return [whole];
  const lines = text.split("\n").filter((line) => JSON_TEXT.test(line));
  return lines.flatMap((line) => partOf(line) ?? []);
}

function partOf(text: string): unknown {
  const reader = createPartialJson();
  reader.push(text);
  return reader.error ? undefined : reader.value;
}

/** A text with stretches of it masked, character by character: its length and its other places stay. */
function masked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, isNumber } of spans.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (to <= at) continue;
    const start = Math.max(at, from);
    const length = to - start;
    parts.push(text.slice(at, start));
    if (isNumber && start === from) parts.push(length === 1 ? "0" : `"${MASK.repeat(length - 2)}"`);
    else parts.push(MASK.repeat(length));
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** A text whose secrets are masked, character by character, so that its length and its other places stay. */
export function redactText(text: string): string {
  return masked(text, finish(spansOf(text)));
}

/** Fields of events whose values are words of the vocabulary. */
const VOCABULARY = new Set(["v", "seq", "at", "type", "tool", "kind", "role", "source", "usage", "action", "scope"]);
/**
 * Fields of events that say which session, agent, call or item it is about: what is masked in them stays different from
 * one to the next.
 */
const IDS = new Set(
  "sessionId agentId callId messageId parentCallId itemId afterItemId approvalId askId allowance offer".split(" "),
);

/** A session as it may be handed on. */
export interface RedactedSession {
  events: SessionEvent[];
  title: string | null;
}

/**
 * A log to attach to a bug: passwords, keys and tokens are masked in inputs, outputs and texts, also where they stream
 * in pieces. The events stay as many, in their places and times; `meta`, which providers fill, is left out. What no
 * rule knows is still there.
 */
export function redactEvents(events: readonly SessionEvent[]): SessionEvent[] {
  return finish(redaction(events, null)).events;
}

/**
 * A session's events, as `redactEvents` masks them, and its title: what is secret in one is masked in the other. A long
 * one is worked on in slices, so that the page or the process stays at hand meanwhile.
 */
export function redactSession(events: readonly SessionEvent[], title: string | null): Promise<RedactedSession> {
  return inSlices(redaction(events, title));
}

/** Events between two pauses. */
const SOME = 200;

function* redaction(events: readonly SessionEvent[], title: string | null): Steps<RedactedSession> {
  const secrets = createKnownSecrets();
  const texts = new Set<string>();
  const streams = streamsOf(events);
  if (title !== null) texts.add(title);
  for (const { text } of streams) texts.add(text);
  for (let index = 0; index < events.length; index++) {
    if (index % SOME === SOME - 1) yield;
    for (const [name, value] of fieldsOf(events[index]!)) {
      if (IDS.has(name)) texts.add(String(value));
      else walkStrings(value, (text, isSecret) => (isSecret ? secrets.add(text) : texts.add(text), text));
    }
  }
  const safe = yield* maskTexts(texts, secrets);
  const safeOf = (text: string) => safe.get(text) ?? text;
  const ids = createSafeIds(safeOf);
  const deltas = new Map<number, string>();
  for (const { text, places } of streams) {
    const whole = safeOf(text);
    for (const { index, from, to } of places) deltas.set(index, whole.slice(from, to));
  }
  const made: SessionEvent[] = [];
  for (let index = 0; index < events.length; index++) {
    if (index % SOME === SOME - 1) yield;
    const event = events[index]!;
    const copy: Record<string, unknown> = { ...event };
    delete copy["meta"];
    for (const [name, value] of fieldsOf(event)) {
      copy[name] = IDS.has(name)
        ? ids(value)
        : walkStrings(value, (text, isSecret) => (isSecret ? (text === "" ? "" : MASKED) : safeOf(text)));
    }
    const delta = deltas.get(index);
    if (delta !== undefined) copy["delta"] = delta;
    made.push(copy as unknown as SessionEvent);
  }
  return { events: made, title: title === null ? null : safeOf(title) };
}

/** An event's fields in which something may stand that somebody wrote. */
function fieldsOf(event: SessionEvent): [string, unknown][] {
  return Object.entries(event).filter(
    ([name, value]) =>
      name !== "meta" &&
      !VOCABULARY.has(name) &&
      !(name === "delta" && typeof value === "string") &&
      (typeof value === "string" || (typeof value === "object" && value !== null)),
  );
}

/**
 * The texts that have to change, each with what it becomes. Names are read in all of them first, so that a value is
 * known wherever it stands.
 */
function* maskTexts(texts: ReadonlySet<string>, secrets: KnownSecrets): Steps<Map<string, string>> {
  const spans = new Map<string, Span[]>();
  let count = 0;
  for (const text of texts) {
    if (++count % SOME === 0) yield;
    // A value that is found in a text may be a variable's name or a word: elsewhere it counts only where it looks like
    // a secret.
    const found = yield* spansOf(text, (value) => isOpaque(value) && secrets.add(value));
    if (found.length > 0) spans.set(text, found);
  }
  const safe = new Map<string, string>();
  const known = secrets.size > 0 ? [secrets.finder()] : [];
  for (const text of texts) {
    if (++count % SOME === 0) yield;
    const also = known.length > 0 ? yield* placesOf(text, known) : [];
    const all = [...(spans.get(text) ?? []), ...also];
    if (all.length > 0) safe.set(text, masked(text, all));
  }
  return safe;
}

/** Ids with what is secret in them masked, each still another than all others. */
function createSafeIds(safeOf: (text: string) => string): (id: unknown) => unknown {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    if (typeof id !== "string") return id;
    let safe = known.get(id);
    if (safe === undefined) {
      const base = safeOf(id);
      safe = base;
      for (let count = 2; base !== id && taken.has(safe); count++) safe = `${base}#${count}`;
      known.set(id, safe);
      taken.add(safe);
    }
    return safe;
  };
}

/** A text that streamed in pieces, and the place of each piece in it. */
interface Stream {
  text: string;
  places: { index: number; from: number; to: number }[];
}

/** The texts that the deltas of a log are pieces of: a secret may be cut anywhere. */
function streamsOf(events: readonly SessionEvent[]): Stream[] {
  const streams = new Map<string, number[]>();
  const last = new Map<string, string>();
  events.forEach((event, index) => {
    if (!("delta" in event) || typeof event.delta !== "string") {
      // Another item begins: a later text without an id is not the same stream.
      if ("agentId" in event && event.agentId) last.delete(event.agentId);
      return;
    }
    let key = `${event.type} ${"callId" in event ? event.callId : ""} ${"channel" in event ? (event.channel ?? "") : ""}`;
    if (event.type === "agent.text_appended") {
      const open = last.get(event.agentId);
      const named = event.itemId === undefined ? undefined : `item ${event.agentId} ${event.itemId}`;
      const item =
        named ?? (open?.startsWith(`${event.kind ?? "text"} `) || open?.startsWith("item ") ? open : undefined);
      key = item ?? `${event.kind ?? "text"} ${event.agentId} ${index}`;
      last.set(event.agentId, key);
    }
    const list = streams.get(key);
    if (list) list.push(index);
    else streams.set(key, [index]);
  });
  return [...streams.values()].map((indices) => {
    let length = 0;
    const pieces = indices.map((index) => (events[index] as { delta: string }).delta);
    const places = indices.map((index, at) => ({ index, from: length, to: (length += pieces[at]!.length) }));
    return { text: pieces.join(""), places };
  });
}
