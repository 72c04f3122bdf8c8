/**
 * An engine compiles a function when it is called first, and one that stands in parentheses when its file is loaded; bundlers keep them for that.
 * The first frame of a timeline would else compile some four hundred functions: a third of its time.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseSync } from "vite";
import { sourceFiles } from "./paths.mjs";

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/** Has the functions of a folder's modules compiled with their files. @param {string} folder */
export const compileEarly = (folder) => {
  for (const file of sourceFiles(folder).filter((path) => path.endsWith(".js"))) {
    const code = readFileSync(file, "utf8");
    const eager = withEagerFunctions(code);
    if (eager !== code) writeFileSync(file, eager);
  }
};

/**
 * A module with its functions in parentheses. Its declarations become constants, before all else as they would be by themselves.
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
    if (declared?.type === "FunctionDeclaration") {
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
  /** @param {Node} node @param {Node | undefined} parent */
  const visit = (node, parent) => {
    const isFunction = node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression";
    const isMethod = parent?.type === "MethodDefinition" || parent?.method || /^[gs]et$/.test(parent?.kind);
    if (isFunction && !isMethod && parent?.type !== "ParenthesizedExpression") {
      signs.push([node.start, "("], [node.end, ")"]);
    }
    for (const part of Object.values(node).flat()) {
      if (typeof part?.type === "string" && typeof part.start === "number") visit(part, node);
    }
  };
  visit(read(code), undefined);
  let text = "";
  let from = 0;
  for (const [place, sign] of signs.sort(([one], [other]) => one - other)) {
    text += code.slice(from, place) + sign;
    from = place;
  }
  return text + code.slice(from);
};

/** @param {string} code @returns {Node} */
const read = (code) => {
  const { program, errors } = parseSync("module.js", code);
  if (errors[0]) throw new Error(`A built module does not parse: ${errors[0].message}`);
  return /** @type {any} */ (program);
};
