/**
 * An engine compiles a function when it is called first, and one that stands in parentheses when its file is loaded.
 * The first frame of a timeline would else compile some four hundred functions: a third of its time. Bundles of Vite
 * and esbuild keep the parentheses. Terser and SWC take them away, so that pages of theirs compile at the first call,
 * as all other code does.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { sourceFiles } from "./paths.mjs";

/** Has the functions of a folder's modules compiled with their files. @param {string} folder */
export const compileEarly = (folder) => {
  for (const file of sourceFiles(folder).filter((path) => path.endsWith(".js"))) {
    const code = readFileSync(file, "utf8");
    const eager = withEagerFunctions(code);
    if (eager !== code) writeFileSync(file, eager);
  }
};

/**
 * A module with its functions in parentheses. Its declarations become constants, before all else as they would be by
 * themselves.
 * @param {string} code
 */
export const withEagerFunctions = (code) => {
  const wrapped = withParentheses(code);
  const heads = [];
  const functions = [];
  const rest = [];
  let from = 0;
  for (const node of read(wrapped).body) {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    const before = wrapped.slice(from, node.start);
    const text = wrapped.slice(node.start, node.end);
    from = node.end;
    if (declared?.type === "FunctionDeclaration" && declared.id) {
      const words = wrapped.slice(node.start, declared.start);
      functions.push(`${before}${words}const ${declared.id.name} = (${wrapped.slice(declared.start, node.end)});`);
    } else if (node.type === "ImportDeclaration" || "directive" in node) heads.push(before + text);
    else rest.push(before + text);
  }
  return functions.length === 0 ? wrapped : [...heads, ...functions, ...rest, wrapped.slice(from)].join("");
};

/** @param {string} code */
const withParentheses = (code) => {
  /** @type {[place: number, sign: string][]} */
  const signs = [];
  /** Methods, which cannot stand in parentheses, and what does already. */
  const asTheyAre = new Set();
  /** @param {import("vite").ESTree.Span} node */
  const wrap = (node) => {
    if (!asTheyAre.has(node)) signs.push([node.start, "("], [node.end, ")"]);
  };
  new Visitor({
    ParenthesizedExpression: ({ expression }) => void asTheyAre.add(expression),
    MethodDefinition: ({ value }) => void asTheyAre.add(value),
    Property: ({ method, kind, value }) => void ((method || kind !== "init") && asTheyAre.add(value)),
    FunctionExpression: wrap,
    ArrowFunctionExpression: wrap,
  }).visit(read(code));
  let text = "";
  let from = 0;
  for (const [place, sign] of signs.sort(([one], [other]) => one - other)) {
    text += code.slice(from, place) + sign;
    from = place;
  }
  return text + code.slice(from);
};

/** @param {string} code */
const read = (code) => {
  const { program, errors } = parseSync("module.js", code);
  if (errors[0]) throw new Error(`A built module does not parse: ${errors[0].message}`);
  return program;
};
