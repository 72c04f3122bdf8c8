import type { TextBlock } from "./block.ts";
import { looksLikeMarkdown } from "./outputText.ts";

/** Longer texts are recognised by their beginning. */
const readAhead = 20_000;

const languages: Readonly<Record<string, string>> = {
  bash: "bash",
  c: "cpp",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  go: "go",
  html: "xml",
  java: "java",
  javascript: "javascript",
  js: "javascript",
  json: "json",
  jsx: "javascript",
  php: "php",
  py: "python",
  python: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  sql: "sql",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  typescript: "typescript",
  xml: "xml",
};

/** The language of a file's text by its media type or its name; undefined where neither says one. */
export function languageOfFile(mediaType: unknown, name: unknown): string | undefined {
  const named = [
    typeof mediaType === "string" ? /^(?:text|application)\/(?:x-)?([a-z]+)/i.exec(mediaType)?.[1] : undefined,
    typeof name === "string" ? /\.([a-z]{1,4})$/i.exec(name)?.[1] : undefined,
  ];
  const known = named.find((one) => one !== undefined && Object.hasOwn(languages, one.toLowerCase()));
  return known && languages[known.toLowerCase()];
}

type Form = Pick<TextBlock, "form" | "language">;

/** What a text is written in. It decides only how the words are drawn, so that a wrong guess hides none of them. */
export function formOfText(text: string): Form {
  const head = text.slice(0, readAhead);
  // oxlint-disable-next-line no-control-regex -- colours begin with the escape character
  if (/\u001b\[[\d;]*m/.test(head)) return { form: "ansi" };
  if (isDiff(head)) return { form: "diff" };
  const language = languageOfCode(head);
  if (language) return { form: "code", language };
  const yaml = readYaml(text);
  if (yaml) return yaml;
  if (looksLikeMarkdown(text)) return { form: "markdown" };
  return { form: isOfTerminal(head) ? "ansi" : "plain" };
}

/** The form of a text that still grows: only what more words cannot take back. */
export function growingForm(text: string): TextBlock["form"] {
  const head = text.slice(0, readAhead);
  // oxlint-disable-next-line no-control-regex -- colours begin with the escape character
  if (/\u001b\[[\d;]*m/.test(head)) return "ansi";
  if (isDiff(head)) return "diff";
  if (looksLikeMarkdown(head)) return "markdown";
  return linesOf(head).length > linesRead && isOfTerminal(head) ? "ansi" : "plain";
}

/** So many lines say what a text's letters are; what comes after them takes nothing back. */
const linesRead = 12;
const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");

/**
 * Whether lines stand in columns, are drawn with lines, or begin with the time, so that they are read in letters of one
 * width.
 */
function isOfTerminal(head: string): boolean {
  const lines = linesOf(head).slice(0, linesRead);
  if (lines.length < 2) return false;
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length;
  return (
    lines.some((line) => /^\s*-{2,}(?:[+ ]+-{2,})+\s*$/.test(line)) ||
    share(/[\u2500-\u259f]|^\s*[+|].*[+|]\s*$/) >= 0.4 ||
    share(/\S {2,}\S.* {2,}\S/) === 1 ||
    (lines.length > 2 && share(/^.{0,200}$/) === 1 && share(/\S(?: {2,}|\t)\S/) >= 0.6) ||
    share(/^\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d\d:\d\d:\d\d[.,\s\]])/) >= 0.5
  );
}

function isDiff(head: string): boolean {
  return (
    /^diff --git /m.test(head.slice(0, 400)) ||
    (/^--- \S/m.test(head) && /^\+\+\+ \S/m.test(head) && /^@@ -\d/m.test(head))
  );
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The language of a text that is code from its first line on; undefined where that is in doubt. */
function languageOfCode(head: string): string | undefined {
  const text = head.trimStart();
  if (/^<(?:!doctype html|\?xml|html|svg|body|head|div|table|h[1-6]|ul|ol|section|article)\b/i.test(text)) {
    return /<\/?[a-z][^<>]*>\s*$/i.test(head.trimEnd()) || head.length === readAhead ? "xml" : undefined;
  }
  const tag = /^<([a-z][\w:.-]{0,60})(?:\s[^<>]*)?>/i.exec(text)?.[1];
  if (tag && text.trimEnd().toLowerCase().endsWith(`</${tag.toLowerCase()}>`)) return "xml";
  if (/^\[[\w."-]+\]\s*$/m.test(text.split("\n", 1)[0]!) && count(text, /^[\w."-]+ ?= ?\S/gm) >= 2) return "ini";
  if (text.startsWith("#!"))
    return /^#!.*python/.test(text) ? "python" : /^#!.*node/.test(text) ? "javascript" : "bash";
  if (
    /^(?:select|insert into|create (?:table|view|index)|alter table|with \w+ as \()\b[\s\S]*(?:\bfrom\b|\bvalues\b|\()[\s\S]*;?\s*$/i.test(
      text,
    )
  ) {
    return /;\s*$/.test(text) || /\n\s*(?:from|where|join|values)\b/i.test(text) ? "sql" : undefined;
  }
  if (/^(?:def|class|from|import|@\w+|async def|"""|if __name__)/.test(text)) {
    const signs = count(
      text,
      /^\s*(?:def \w+\(.*\).*:|class \w+.*:|from [\w.]+ import |import \w+|return\b|if .*:|for .*:)/gm,
    );
    if (signs >= 2 && !/[;{]\s*$/m.test(text)) return "python";
  }
  if (/^(?:import|export|const|let|function|class|interface|type|async|"use |\/\*|\/\/)/.test(text)) {
    const signs = count(
      text,
      /^\s*(?:import .*from |export |(?:const|let) \w+.*=|(?:async )?function\b|class \w+|interface \w+|return\b|\}\)?;?$)/gm,
    );
    if (signs >= 2 && /[;{}]\s*$/m.test(text)) {
      return /^\s*(?:interface|type) \w+|: (?:string|number|boolean|unknown|void)\b/m.test(text)
        ? "typescript"
        : "javascript";
    }
  }
  if (/^package \w+\s*$/m.test(text.slice(0, 200)) && /^func \w*/m.test(text)) return "go";
  if (/^(?:use |fn |pub |mod |#\[)/.test(text) && /\bfn \w+\(/.test(text)) return "rust";
  return undefined;
}

const longestYaml = 200_000;

/**
 * YAML is a text whose every line reads as such, and some lines lie within others. Where it has words that its value
 * would drop, comments and block marks, it is code.
 */
function readYaml(text: string): Form | null {
  if (text.length > longestYaml) return null;
  const lines = text
    .trimEnd()
    .replace(/^---\n/, "")
    .split(/\r?\n/);
  const first = lines.find((line) => !/^\s*(?:#|$)/.test(line));
  if (lines.length < 3 || !first || !/^(?:- )?[\w"'][^:]{0,60}:(?:\s|$)/.test(first)) return null;
  let nested = 0;
  let commented = false;
  for (const line of lines) {
    if (line.trim() === "") continue;
    if (/^ +\S/.test(line)) nested++;
    if (/^\s*#|\s#\s/.test(line)) commented = true;
    else if (/:\s+[|>&*!]/.test(line)) return null;
    else if (!/^ *(?:- )*(?:[\w"'./][\w"' ./()-]{0,60}:(?: .*)?|- .+|-)$/.test(line)) return null;
  }
  if (nested === 0) return null;
  return commented ? { form: "code", language: "yaml" } : { form: "yaml" };
}
