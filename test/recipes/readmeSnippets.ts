/** A code block of a Markdown file that shows a recipe: which file of test/recipes it is, and what it shows of it. */
export interface Snippet {
  recipe: string;
  /** The part of the file, where the mark names one: `<!-- recipe: file#region -->`. */
  region?: string;
  text: string;
}

const code = new Set(["css", "ts", "tsx", "js", "jsx", "typescript", "javascript"]);

/**
 * The code blocks of a Markdown text. A block in a language we can run stands under `<!-- recipe: <file> -->`; one that
 * does not is returned among `loose`, by its line.
 */
export function readmeSnippets(markdown: string): { snippets: Snippet[]; loose: number[] } {
  const snippets: Snippet[] = [];
  const loose: number[] = [];
  const lines = markdown.split("\n");
  let recipe: string | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const fence = line.match(/^(`{3,}|~{3,})(\w*)/);
    if (!fence) {
      if (line.trim() !== "") recipe = line.match(/^<!-- recipe: (\S+) -->$/)?.[1];
      continue;
    }
    const end = lines.findIndex((other, place) => place > index && other.startsWith(fence[1] ?? "```"));
    if (end < 0) throw new Error(`The code block that line ${index + 1} opens is never closed.`);
    const text = lines.slice(index + 1, end).join("\n");
    const [file = "", region] = recipe?.split("#") ?? [];
    if (recipe !== undefined) snippets.push({ recipe: file, ...(region !== undefined && { region }), text });
    else if (code.has(fence[2] ?? "")) loose.push(index + 1);
    recipe = undefined;
    index = end;
  }
  return { snippets, loose };
}

/** The regions that a recipe's file opens, by name. */
export const regionsOf = (source: string): string[] =>
  [...source.matchAll(/^ *\/\/ #region (\S+)$/gm)].map(([, name = ""]) => name);

/**
 * What a recipe's file shows: all of it, or the lines of a region without their common indent, below the imports of the
 * names that stand in them.
 */
export function shownPart(source: string, region = "readme"): string {
  const lines = source.trimEnd().split("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  if (start < 0) return lines.join("\n");
  const length = lines.slice(start).findIndex((line) => line.trim() === "// #endregion");
  if (length < 0) throw new Error(`\`// #region ${region}\` has no \`// #endregion\`.`);
  const shown = lines.slice(start + 1, start + length);
  const indent = Math.min(...shown.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  const text = shown.map((line) => line.slice(indent)).join("\n");
  const imports = importsFor(text, lines.slice(0, start).join("\n"));
  return imports.length > 0 ? `${imports.join("\n")}\n\n${text}` : text;
}

const printWidth = 120;

/** The imports of a file, each with no more than the names that a part of it uses. */
function importsFor(part: string, source: string): string[] {
  const imports = source.matchAll(/^import (type )?(?:(\w+)(?:, )?)?(?:\{([^}]*)\})? from ("[^"]+");$/gm);
  return [...imports].flatMap(([, type = "", whole, list = "", from]) => {
    const isUsed = (name: string) => new RegExp(`(?<![\\w$"'/-]|(?<!\\.\\.)\\.)${name}(?![\\w$"'/-])`).test(part);
    const named = list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && isUsed(name.replace(/^type | as .*/g, "")));
    const isWhole = whole !== undefined && isUsed(whole);
    if (named.length === 0) return isWhole ? [`import ${type}${whole} from ${from};`] : [];
    const isTyped = type === "" && !isWhole && named.every((name) => name.startsWith("type "));
    const names = isTyped ? named.map((name) => name.slice("type ".length)) : named;
    const before = `import ${isTyped ? "type " : type}${isWhole ? `${whole}, ` : ""}`;
    const line = `${before}{ ${names.join(", ")} } from ${from};`;
    return line.length <= printWidth ? [line] : [`${before}{\n  ${names.join(",\n  ")},\n} from ${from};`];
  });
}
