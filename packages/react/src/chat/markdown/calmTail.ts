/**
 * A block that is still being written, as it will probably be: what is half there is closed or held back, so that nothing flickers between two
 * readings of it while the rest comes.
 */
export function calmTail(block: string): string {
  const open = openFence(block);
  // The closing fence, half written.
  if (open) return block.replace(/\n[ \t]*[`~]{1,2}$/, "\n");
  // A line of which nothing is known yet: a list's marker, a rule, a heading, an underline.
  let text = block.replace(/(^|\n)[ \t]*(?:[-+=]+|[*_`~]{1,2}|\d{1,9}[.)]?|#{1,6}|>)[ \t]*$/, "$1");
  text = calmTable(text);
  text = calmLink(text);
  return closeMarks(text);
}

function openFence(block: string): boolean {
  let fence: string | null = null;
  for (const line of block.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (!mark) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return fence !== null;
}

/** A table's head is a table at once, with the line below it as it has to come. */
function calmTable(text: string): string {
  const lines = text.split("\n");
  const head = lines[0]!.trim();
  if (!head.startsWith("|") || lines.length > 2) return text;
  if (lines[1] !== undefined && !/^[\s|:-]*$/.test(lines[1])) return text;
  const cells = head.replace(/\\\|/g, "").replace(/\|$/, "").split("|").length - 1;
  if (cells < 1 || head.length < 3) return "";
  return `${head.endsWith("|") ? head : `${head} |`}\n|${" --- |".repeat(cells)}`;
}

/** A link or an image that has no end yet is its words. */
function calmLink(text: string): string {
  const line = Math.max(text.lastIndexOf("\n") + 1, text.length - 3000);
  const found = /(!?)\[([^[\]\n]*)(?:\](?:\([^\s)]*(?: +["'][^"'\n]*["']?)?)?)?$/.exec(text.slice(line));
  if (!found || inCode(text.slice(line, line + found.index))) return text;
  const whole = found[0];
  // `[x]` with nothing behind it may be a task's box or a reference: it stays.
  if (whole.endsWith("]")) return text;
  return text.slice(0, line + found.index) + (found[1] === "!" ? "" : found[2]);
}

function inCode(text: string): boolean {
  return (text.match(/`/g)?.length ?? 0) % 2 === 1;
}

/** Closes bold, italic, struck and code at the end of what is there; a mark with nothing behind it is held back. */
function closeMarks(text: string): string {
  const open: string[] = [];
  const marks = /\\.|`+|\*{1,3}|~~|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])/gsu;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const mark = found[0];
    if (mark.startsWith("\\")) continue;
    const code = open.findLastIndex((one) => one.startsWith("`"));
    if (code >= 0) {
      if (open[code] === mark) open.length = code;
      continue;
    }
    const before = text[found.index - 1] ?? " ";
    const after = text[marks.lastIndex];
    const closes = !/\s/.test(before) && open.includes(mark);
    if (closes) open.length = open.lastIndexOf(mark);
    // A star with a space behind it is a list's marker or a multiplication; a mark that is open is not opened again.
    else if (!open.includes(mark) && opens(text, mark, after, marks.lastIndex)) open.push(mark);
  }
  if (open.length === 0) return text;
  let calm = text;
  for (const mark of open.reverse()) {
    calm = calm.endsWith(mark) ? calm.slice(0, -mark.length) : calm.trimEnd() + mark;
  }
  return calm;
}

function opens(text: string, mark: string, after: string | undefined, end: number): boolean {
  if (after !== undefined) return !/\s/.test(after) || mark.startsWith("`");
  return mark.length > 1 || !/(?:^|\s)\*$/.test(text.slice(Math.max(0, end - 2), end));
}
