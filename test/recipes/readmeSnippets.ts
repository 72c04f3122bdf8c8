/** A code block of a Markdown file that shows a recipe: which file of test/recipes it is, and what it shows of it. */
export interface Snippet {
  recipe: string;
  text: string;
}

const code = new Set(["ts", "tsx", "js", "jsx", "typescript", "javascript"]);

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
    if (recipe !== undefined) snippets.push({ recipe, text });
    else if (code.has(fence[2] ?? "")) loose.push(index + 1);
    recipe = undefined;
    index = end;
  }
  return { snippets, loose };
}

/** What a recipe's file shows: the lines between `// #region readme` and `// #endregion`, without their common indent, or all of it. */
export function shownPart(source: string): string {
  const lines = source.trimEnd().split("\n");
  const start = lines.findIndex((line) => line.trim() === "// #region readme");
  if (start < 0) return lines.join("\n");
  const length = lines.slice(start).findIndex((line) => line.trim() === "// #endregion");
  if (length < 0) throw new Error("`// #region readme` has no `// #endregion`.");
  const shown = lines.slice(start + 1, start + length);
  const indent = Math.min(...shown.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return shown.map((line) => line.slice(indent)).join("\n");
}
