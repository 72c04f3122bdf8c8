/** The page docs/sizes.md: its two tables say what the build weighs and which browsers its styles are made for. */

/** @typedef {{ name: string, size: number, limit: number }} Measured `size` and `limit` in bytes, gzip. */

/** How far a figure on the page may be from what is measured. */
const TOLERANCE = 0.05;

const names = /** @type {Record<string, string>} */ ({ chrome: "Chrome, Edge", firefox: "Firefox", safari: "Safari" });
const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/** The oldest browsers of a build: `chrome123` is Chrome 123. @param {readonly string[]} targets */
const browserTable = (targets) => [
  "| browser | from version |",
  "| --- | --- |",
  ...targets.map((target) => {
    const [, name = "", version = ""] = /^([a-z]+)([\d.]+)$/.exec(target) ?? [];
    return `| ${names[name] ?? name} | ${version} |`;
  }),
];

/** @param {readonly Measured[]} measured */
const sizeTable = (measured) => [
  "| what a page loads | kB |",
  "| --- | --- |",
  ...measured.map(({ name, size }) => `| ${name} | ${kilobytes(size)} |`),
];

/**
 * The page with its tables made anew.
 * @param {string} page @param {readonly Measured[]} measured @param {readonly string[]} targets
 */
export function withTables(page, measured, targets) {
  const tables = [browserTable(targets), sizeTable(measured)];
  return page.replaceAll(/(?:^\|.*\n)+/gm, (table) => `${(tables.shift() ?? [table.trimEnd()]).join("\n")}\n`);
}

/**
 * What a page says that the build does not: a size that is off by more than a twentieth, one that is missing, a
 * browser.
 * @param {string} page @param {readonly Measured[]} measured @param {readonly string[]} targets @returns {string[]}
 */
export function wrongOnPage(page, measured, targets) {
  const rows = new Map(
    [...page.matchAll(/^\|\s*(.+?)\s*\|\s*([\d.]+)\s*\|$/gm)].map(([, what = "", figure]) => [what, Number(figure)]),
  );
  const wrong = measured.flatMap(({ name, size }) => {
    const said = rows.get(name);
    if (said === undefined) return [`${name} is missing`];
    const isNear = Math.abs(said * 1000 - size) <= size * TOLERANCE;
    return isNear ? [] : [`${name} is ${kilobytes(size)} kB, not ${said}`];
  });
  const browsers = browserTable(targets).slice(2);
  const plain = page.replaceAll(/ +/g, " ");
  return [...wrong, ...browsers.filter((row) => !plain.includes(row)).map((row) => `the browsers lack ${row}`)];
}

/** What a build's configuration says that its styles are made for. @param {string} config */
export const targetsOf = (config) =>
  [...(/cssTarget: \[([^\]]*)\]/.exec(config)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, target = ""]) => target);
