import { testPattern } from "./safePattern.ts";

interface Samples {
  typical: readonly string[];
  foreign: readonly string[];
}

/** Texts that are of a format in anybody's sense, and texts that are not. */
const samples: Readonly<Record<string, Samples>> = {
  email: {
    typical: ["ada@example.com", "a.b-c_d@mail.example.org"],
    foreign: ["", "ada", "ada@", "@example.com", "a b@example.com", "ada@exa mple.com"],
  },
  hostname: {
    typical: ["example.com", "a-1.example.org"],
    foreign: ["", "exa mple.com", "-a.com", "a/b", "https://example.com"],
  },
  uuid: {
    typical: ["0b1a2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "018f3c1a-7b2c-7d3e-9f40-516273849aab"],
    foreign: ["", "0b1a2c3d4e5f4a6b8c7d9e0f1a2b3c4d", "0b1a2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4", "not-a-uuid"],
  },
  ipv4: { typical: ["192.168.0.1", "8.8.8.8"], foreign: ["", "256.1.1.1", "1.2.3", "1.2.3.4.5", "a.b.c.d"] },
  ipv6: { typical: ["::1", "2001:db8::1", "fe80::1:2:3:4"], foreign: ["", "1.2.3.4", ":::", "2001:db8", "g::1"] },
  date: {
    typical: ["2026-03-31", "2024-02-29"],
    foreign: ["", "2026-02-30", "2023-02-29", "2026-13-01", "26-03-31", "2026-3-31", "2026-03-31T00:00:00Z"],
  },
  "date-time": {
    typical: ["2026-03-31T14:30:00Z", "2024-02-29T23:59:59.5Z"],
    foreign: ["", "2026-03-31", "2026-02-30T14:30:00Z", "2026-03-31T25:00:00Z", "2026-03-31 14:30"],
  },
  duration: { typical: ["P1D", "PT1H30M", "P2W"], foreign: ["", "1D", "P", "PT", "P1H", "PT1D"] },
};

/** Formats that no standard knows: Zod writes their pattern beside them. */
const byPattern: ReadonlySet<string> = new Set(
  "cuid cuid2 ulid xid ksuid nanoid emoji mac cidrv4 cidrv6 base64 base64url e164 iban credit_card currency_code".split(
    " ",
  ),
);

const known = new Map<string, boolean>();

/**
 * Whether a pattern beside a format says the whole format in its own way, as Zod's do: it takes what is typical of the
 * format, and refuses what is none. Such a pattern decides, and what it refuses is not of the format.
 * `^.+@example\.com$` only narrows one.
 */
export function isGrammarOf(formatName: string, pattern: string): boolean {
  if (byPattern.has(formatName)) return true;
  if (!Object.hasOwn(samples, formatName)) return false;
  const key = `${formatName} ${pattern}`;
  let answer = known.get(key);
  if (answer === undefined) {
    const { typical, foreign } = samples[formatName]!;
    answer =
      typical.every((text) => testPattern(pattern, text) === true) &&
      foreign.every((text) => testPattern(pattern, text) === false);
    if (known.size > 500) known.clear();
    known.set(key, answer);
  }
  return answer;
}
