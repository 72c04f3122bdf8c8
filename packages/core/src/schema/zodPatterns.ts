/** As much of a Zod schema, and of the JSON Schema that Zod writes of it, as is read here. */
interface WrittenText {
  zodSchema: { readonly _zod: { readonly def: TextDef & { readonly checks?: readonly { _zod: { def: TextDef } }[] } } };
  jsonSchema: { [keyword: string]: unknown };
}

interface TextDef {
  readonly format?: string;
  readonly pattern?: RegExp;
}

/**
 * Puts right what Zod's JSON Schema says otherwise than Zod checks: a pattern that ignores case or has the dot match
 * line breaks loses its flags, and that of an IPv6 address refuses addresses that Zod takes.
 */
export function correctPatterns({ zodSchema, jsonSchema }: WrittenText): void {
  const { pattern, format, checks = [] } = zodSchema._zod.def;
  if (format === "ipv6") delete jsonSchema["pattern"];
  for (const own of [pattern, ...checks.map((check) => check._zod.def.pattern)]) {
    if (!own || !/[ims]/.test(own.flags)) continue;
    const said = [
      jsonSchema,
      ...(Array.isArray(jsonSchema["allOf"]) ? (jsonSchema["allOf"] as WrittenText["jsonSchema"][]) : []),
    ];
    for (const part of said) {
      if (part["pattern"] !== own.source) continue;
      const source = withoutFlags(own);
      if (source === undefined) delete part["pattern"];
      else part["pattern"] = source;
    }
  }
}

/** One escape, the opening of a named group or of a class, or one character. */
const token = /\\(?:[pPu]\{[^}]*\}|k<[^>]*>|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^])|\(\?<[^=!][^>]*>|[^]/gu;

/** The same pattern without its flags `i` and `s`; undefined where that cannot be written. */
function withoutFlags({ source, flags }: RegExp): string | undefined {
  const ignoresCase = flags.includes("i");
  // What is repeated, and a class by property, would ignore case too.
  if (/[mv]/.test(flags) || (ignoresCase && /\\(?:k<|[1-9]|[pP]\{)/.test(source))) return undefined;
  const parts = source.match(token) ?? [];
  let inClass = false;
  let result = "";
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const last = inClass && parts[at + 1] === "-" && parts[at + 2] !== "]" ? parts[at + 2] : undefined;
    if (last !== undefined) {
      result += `${part}-${last}${ignoresCase ? otherRanges(part, last) : ""}`;
      at += 2;
    } else if (ignoresCase && bothCases(part) !== part) result += inClass ? bothCases(part) : `[${bothCases(part)}]`;
    else if (part === "." && !inClass && flags.includes("s")) result += "[^]";
    else result += part;
    if (part === "[" && !inClass) inClass = true;
    else if (part === "]") inClass = false;
  }
  return result;
}

/** A letter in both cases; anything else as it is. */
function bothCases(sign: string): string {
  const cases = sign.toLowerCase() + sign.toUpperCase();
  return sign.length === 1 && cases.length === 2 && cases[0] !== cases[1] ? cases : sign;
}

/** The part of a range that is Latin letters, in their other case. */
function otherRanges(from: string, to: string): string {
  const common = (first: string, last: string) => [from > first ? from : first, to < last ? to : last] as const;
  const [lower, lowest] = common("a", "z");
  const [upper, uppest] = common("A", "Z");
  const small = upper <= uppest ? `${upper.toLowerCase()}-${uppest.toLowerCase()}` : "";
  return (lower <= lowest ? `${lower.toUpperCase()}-${lowest.toUpperCase()}` : "") + small;
}
