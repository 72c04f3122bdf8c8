import { checkSum } from "../json/checkSum.ts";

/** Slugs and the names by which a provider knows them. */
export interface ToolNames {
  nameOf(slug: string): string;
  /** The slug of a name that a model used; undefined for one that it made up. */
  slugOf(name: string): string | undefined;
}

/** What a provider lets a name be made of, and how long. */
export interface NameRule {
  refused: RegExp;
  longest: number;
}

/** The names that models take, and slugs: at most 64 letters, digits, "_" and "-". */
export const MODEL_NAMES: NameRule = { refused: /[^A-Za-z0-9_-]/gu, longest: 64 };
export const MCP_NAMES: NameRule = { refused: /[^A-Za-z0-9_.-]/gu, longest: 128 };

export function isName(name: string, { refused, longest }: NameRule): boolean {
  return name !== "" && name.length <= longest && name.search(refused) === -1;
}

/** A slug with what a provider refuses taken for "_", in at most so many characters. */
export function nameStem(slug: string, { refused, longest }: NameRule, most = longest): string {
  return slug.replace(refused, "_").slice(0, most) || "tool";
}

/**
 * Names for slugs: the slug itself where the provider takes it, else its letters with a check sum. The same slugs get
 * the same names in any order.
 */
export function createToolNames(slugs: readonly string[], rule: NameRule): ToolNames {
  const names = new Map<string, string>();
  const taken = new Map<string, string>();
  const take = (slug: string, name: string) => {
    names.set(slug, name);
    taken.set(name, slug);
  };
  for (const slug of slugs) if (isName(slug, rule)) take(slug, slug);
  for (const slug of [...new Set(slugs)].filter((slug) => !names.has(slug)).sort()) {
    const stem = nameStem(slug, rule, rule.longest - 9);
    let name = `${stem}_${sumOf(slug)}`;
    for (let more = 2; taken.has(name); more++) name = `${stem}_${sumOf(`${slug} ${more}`)}`;
    take(slug, name);
  }
  return { nameOf: (slug) => names.get(slug) ?? slug, slugOf: (name) => taken.get(name) };
}

/** Eight hexadecimal digits. */
const sumOf = (text: string): string => (checkSum(text) >>> 0).toString(16).padStart(8, "0");
