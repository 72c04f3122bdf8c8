import { RE2JS } from "re2js";

export interface GrepRequest {
  pattern: string;
  isRegex: boolean;
  ignoresCase: boolean;
  limit: number;
  texts: readonly string[];
}

/** A match in the text at `at`. Lines and columns count from 1. */
export interface TextMatch {
  at: number;
  line: number;
  column: number;
  text: string;
}

const LONGEST_LINE = 400;

/**
 * Finds a pattern in texts, line by line, by an engine that takes time linear in them. @throws where it is no pattern.
 */
export function grepTexts({ pattern, isRegex, ignoresCase, limit, texts }: GrepRequest): TextMatch[] {
  const flags = (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0) | RE2JS.MULTILINE;
  const compiled = RE2JS.compile(isRegex ? pattern : RE2JS.quote(pattern), flags);
  const found: TextMatch[] = [];
  for (const [at, text] of texts.entries()) {
    const matcher = compiled.matcher(text);
    let line = 1;
    let lineStart = 0;
    while (found.length < limit && matcher.find()) {
      const start = matcher.start();
      for (let end = text.indexOf("\n", lineStart); end !== -1 && end < start; end = text.indexOf("\n", lineStart)) {
        line++;
        lineStart = end + 1;
      }
      const end = text.indexOf("\n", start);
      const whole = text.slice(lineStart, end === -1 ? text.length : end);
      const from = Math.max(0, Math.min(start - lineStart - 100, whole.length - LONGEST_LINE));
      found.push({ at, line, column: start - lineStart + 1, text: whole.slice(from, from + LONGEST_LINE) });
    }
    if (found.length >= limit) break;
  }
  return found;
}
