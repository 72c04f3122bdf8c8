/**
 * Bundles a stylesheet of the kit. An engine finds the rules of an element by the class or the tag that a selector ends
 * in; one that ends in a list, as `.cb-md :is(ul, ol)`, is tried at every element of the page. Sources keep such lists,
 * and the bundle writes them out where that means the same.
 */
import { bundle } from "lightningcss";

/** @typedef {import("lightningcss").Selector} Selector @typedef {import("lightningcss").SelectorComponent} Component */

/** @param {string} filename @param {{ minify?: boolean }} [options] @returns {string} */
export const bundleStyles = (filename, { minify = false } = {}) =>
  bundle({ filename, minify, visitor: { Selector: writtenOut } }).code.toString();

/**
 * The selectors that together match what this one matches, with the same specificity. @param {Selector} selector
 * @returns {Selector[]}
 */
export const writtenOut = (selector) => {
  const start = selector.findLastIndex(({ type }) => type === "combinator") + 1;
  const [before, last] = [selector.slice(0, start), selector.slice(start)];
  const at = last.findIndex((part) => part.type === "pseudo-class" && (part.kind === "is" || part.kind === "where"));
  const list = last[at];
  const isList = list?.type === "pseudo-class" && (list.kind === "is" || list.kind === "where");
  if (!isList || last.some(isKey) || !list.selectors.every(isFound)) return [selector];
  const options = list.selectors;
  // What counts for nothing has to stay in a list, of one.
  if (list.kind === "where") {
    return options.length === 1
      ? [selector]
      : options.map((option) => [...before, ...last.with(at, { ...list, selectors: [option] })]);
  }
  if (new Set(options.map(specificity)).size > 1) return [selector];
  // A tag stands first.
  return options.map((option) => [...before, ...option, ...last.toSpliced(at, 1)]);
};

/** What engines look rules up by. @param {Component} part */
const isKey = ({ type }) => type === "type" || type === "class" || type === "id";
/** One compound with a key. @param {Selector} selector */
const isFound = (selector) => selector.every(({ type }) => type !== "combinator") && selector.some(isKey);

/** As a number that orders like it; NaN where it is not known. @param {Selector} selector @returns {number} */
const specificity = (selector) => selector.reduce((sum, part) => sum + weight(part), 0);

/** @param {Component} part @returns {number} */
const weight = (part) => {
  if (part.type === "combinator" || part.type === "universal") return 0;
  if (part.type === "type") return 1;
  if (part.type === "class" || part.type === "attribute") return 1_000;
  if (part.type === "id") return 1_000_000;
  if (part.type !== "pseudo-class") return NaN;
  if (part.kind === "where") return 0;
  return "selectors" in part || "selector" in part ? NaN : 1_000;
};
