import { isRecord } from "../json/record.ts";

/** What a reader can do about an error. */
export type ErrorAdvice = "wait" | "access" | "find" | "input" | "retry" | "other";

const advices: readonly [ErrorAdvice, RegExp][] = [
  ["wait", /\b429\b|rate.?limit|too (?:many|quickly)|quota|overloaded|throttl/i],
  [
    "access",
    /\b40[13]\b|unauthori[sz]ed|forbidden|permission|access denied|not allowed|credential|api.?key|token (?:expired|invalid)/i,
  ],
  ["input", /\b(?:400|422)\b|invalid|validation|required|must be|is not of type|malformed|expected|unsupported/i],
  ["find", /\b404\b|not found|no such|does ?n[o']t exist|unknown/i],
  [
    "retry",
    /\b50[0234]\b|timed? ?out|timeout|connection|network|fetch failed|unavailable|econn|socket|internal.?error/i,
  ],
];

/** What to do next, as far as the words of an error say it. */
export function adviceOf(message: string, code?: string): ErrorAdvice {
  const words = `${code ?? ""} ${message.slice(0, 2_000)}`;
  return advices.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
}

/** Whether a text is the report of an error, by its first words. */
export function isErrorText(text: string): boolean {
  return /^\s*(?:(?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?: ?\S|Error (?:executing|calling|processing|running|in|while)\b|[A-Z]\w+(?: \w+){0,2} error: \S|Traceback \(most recent call last\)|Exception in thread "|ERROR: \S|(?:fatal|error|panic): \S)/.test(
    text.slice(0, 300),
  );
}

/** The error that a record reports in `error`, and what else the record holds. */
export function readError(
  record: Record<string, unknown>,
): { message: string; code?: string; rest: Record<string, unknown> } | null {
  const { error, ...others } = record;
  if (error === undefined || error === null || error === true) return readFailure(record);
  if (typeof error === "string" && error !== "") return { message: error, rest: others };
  if (!isRecord(error) || typeof error.message !== "string" || error.message === "") return null;
  const { message, code, ...details } = error;
  const coded = typeof code === "string" || typeof code === "number";
  const rest = { ...details, ...(coded || code === undefined ? {} : { code }) };
  return {
    message,
    ...(coded ? { code: String(code) } : {}),
    rest: Object.keys(rest).length > 0 ? { error: rest, ...others } : others,
  };
}

/**
 * The error of a record that says it failed (`success: false`, `status: "error"`) with a message, of a problem (RFC
 * 9457), or of a GraphQL answer without data.
 */
function readFailure(record: Record<string, unknown>): ReturnType<typeof readError> {
  const { success, ok, error, status, title, detail, message, errors, data } = record;
  const failed =
    success === false || ok === false || error === true || /^(?:error|failed|failure)$/i.test(String(status));
  if (failed && typeof message === "string" && message !== "") {
    const { message: _said, ...rest } = record;
    return { message, rest };
  }
  // RFC 9457.
  if (typeof title === "string" && title !== "" && typeof status === "number" && status >= 400 && status < 600) {
    const { title: _title, detail: _detail, status: _status, ...rest } = record;
    const more = typeof detail === "string" && detail !== "" ? `${title}: ${detail}` : title;
    const isSaid = detail === undefined || detail === null || typeof detail === "string";
    return { message: more, code: String(status), rest: isSaid ? rest : { ...rest, detail } };
  }
  const [first] = Array.isArray(errors) && (data === null || data === undefined) ? (errors as unknown[]) : [];
  if (!isRecord(first) || typeof first.message !== "string" || (errors as unknown[]).length > 1) return null;
  const { message: said, ...details } = first;
  const { errors: _errors, ...others } = record;
  return { message: said as string, rest: Object.keys(details).length > 0 ? { error: details, ...others } : others };
}
