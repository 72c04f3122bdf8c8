import type { SessionEvent } from "../events/event.ts";

/** What stands in place of a secret's characters. */
const MASK = "•";

/** Names of fields whose values are secret, as words of the name: `apiKey`, `x-api-key`, `DB_PASSWORD`. */
const SECRET_NAME =
  /(?:^|[^a-z])(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|(?:access|auth|refresh|id|api|bearer|session|csrf)?tokens?|api ?keys?|(?:private|secret|access|signing|encryption) ?keys?|authorization|cookies?|credentials?|client ?secret|connection ?string|otp|pin|cvv|cvc|ssn|iban)(?:$|[^a-z])/;

/** Secrets that are known by their form. */
const SECRET_TEXTS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/g,
  /\b(?:sk|pk|rk|whsec)[-_][\w-]{12,}/g,
  /\b(?:gh[opusr]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|AIza|ya29\.)[\w-]{12,}/g,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g,
  /\b(?:Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi,
  /(?<=:\/\/[^\s/:@]{0,100}:)[^\s/@]+(?=@)/g,
];

/** `name: value` and `name=value` inside a text, and `"name":"value"` inside JSON that is still written. */
const NAMED_VALUE = /(["']?)([\w.-]{2,60})\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,;&"'{}[\]]+)/g;

/** Whether the value of a field with this name is secret. */
function isSecretName(name: string): boolean {
  return SECRET_NAME.test(
    name
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .replace(/[_.-]+/g, " ")
      .toLowerCase(),
  );
}

/** A text whose secrets are masked, character by character, so that its length and its other places stay. */
export function redactText(text: string): string {
  const mask = (secret: string) => MASK.repeat(secret.length);
  let safe = text;
  for (const pattern of SECRET_TEXTS) safe = safe.replace(pattern, mask);
  return safe.replace(NAMED_VALUE, (whole, quote: string, name: string, between: string, value: string) => {
    if (!isSecretName(name) || /^(?:null|true|false)$/.test(value)) return whole;
    const inner = /^(["'])([^]*?)(\1?)$/.exec(value);
    return `${quote}${name}${quote}${between}${inner ? inner[1] + mask(inner[2]!) + inner[3] : mask(value)}`;
  });
}

/** A value of JSON whose secrets are masked, by the names of their fields and by their form. */
function redactValue(value: unknown, isSecret = false): unknown {
  if (typeof value === "string") return isSecret ? MASK.repeat(8) : redactText(value);
  if (isSecret && (typeof value === "number" || typeof value === "bigint")) return MASK.repeat(8);
  if (Array.isArray(value)) return value.map((part) => redactValue(part, isSecret));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, redactValue(part, isSecret || isSecretName(name))]),
  );
}

/** Fields of events that say what and when, and never hold what somebody wrote. */
const PLAIN = new Set([
  "v",
  "seq",
  "sessionId",
  "at",
  "type",
  "agentId",
  "callId",
  "messageId",
  "parentCallId",
  "itemId",
  "afterItemId",
  "approvalId",
  "askId",
  "tool",
  "kind",
  "role",
  "source",
  "usage",
  "inputSchema",
  "schema",
]);

/**
 * A log to attach to a bug: passwords, keys and tokens are masked in inputs, outputs and texts, also where they stream in pieces. The events
 * stay as many, in their places and times; `meta`, which providers fill, is left out. What no rule knows is still there.
 */
export function redactEvents(events: readonly SessionEvent[]): SessionEvent[] {
  const texts = maskedStreams(events);
  return events.map((event, index) => {
    const safe: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(event)) {
      if (name === "meta") continue;
      if (name === "delta") safe[name] = texts[index] ?? "";
      else safe[name] = PLAIN.has(name) ? value : redactValue(value);
    }
    return safe as unknown as SessionEvent;
  });
}

/** The deltas of each stream, masked as the one text that they are: a secret may be cut anywhere. */
function maskedStreams(events: readonly SessionEvent[]): (string | undefined)[] {
  const streams = new Map<string, number[]>();
  const last = new Map<string, string>();
  events.forEach((event, index) => {
    if (!("delta" in event) || typeof event.delta !== "string") {
      // Another item begins: a later text without an id is not the same stream.
      if ("agentId" in event && event.agentId) last.delete(event.agentId);
      return;
    }
    let key = `${event.type} ${"callId" in event ? event.callId : ""}`;
    if (event.type === "agent.text_appended") {
      const open = last.get(event.agentId);
      const item = event.itemId ?? (open?.startsWith(`${event.kind ?? "text"} `) ? open : undefined);
      key = item ?? `${event.kind ?? "text"} ${event.agentId} ${index}`;
      last.set(event.agentId, key);
    }
    const list = streams.get(key);
    if (list) list.push(index);
    else streams.set(key, [index]);
  });
  const deltas: (string | undefined)[] = [];
  const deltaOf = (index: number) => (events[index] as { delta: string }).delta;
  for (const places of streams.values()) {
    const masked = redactText(places.map(deltaOf).join(""));
    let from = 0;
    for (const place of places) {
      const { length } = deltaOf(place);
      deltas[place] = masked.slice(from, from + length);
      from += length;
    }
  }
  return deltas;
}
