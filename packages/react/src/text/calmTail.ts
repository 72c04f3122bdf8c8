/**
 * Completes a block that is still streaming: unfinished marks at its end are closed or withheld, so that the block does
 * not flicker between two readings.
 */
export function calmTail(block: string): string {
  const open = openFence(block);
  // An unfinished closing fence.
  if (open) return block.replace(/\n[ \t]*[`~]{1,2}$/, "\n");
  // A line that may still become a list item, a rule, a heading or an underline.
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

/** Draws a table's head as a table at once, by adding the delimiter row that has to follow. */
function calmTable(text: string): string {
  const lines = text.split("\n");
  const head = lines[0]!.trim();
  if (!head.startsWith("|") || lines.length > 2) return text;
  if (lines[1] !== undefined && !/^[\s|:-]*$/.test(lines[1])) return text;
  const cells = head.replace(/\\\|/g, "").replace(/\|$/, "").split("|").length - 1;
  if (cells < 1 || head.length < 3) return "";
  return `${head.endsWith("|") ? head : `${head} |`}\n|${" --- |".repeat(cells)}`;
}

/** Replaces an unfinished link or image by its text. */
function calmLink(text: string): string {
  const line = Math.max(text.lastIndexOf("\n") + 1, text.length - 3000);
  const match = /(!?)\[([^[\]\n]*)(?:\](?:\([^\s)]*(?: +["'][^"'\n]*["']?)?)?)?$/.exec(text.slice(line));
  if (!match || inCode(text.slice(line, line + match.index))) return text;
  const whole = match[0];
  // `[x]` at the end may be a task's box or a reference, so it stays.
  if (whole.endsWith("]")) return text;
  return text.slice(0, line + match.index) + (match[1] === "!" ? "" : match[2]);
}

function inCode(text: string): boolean {
  return (text.match(/`/g)?.length ?? 0) % 2 === 1;
}

/** Closes open bold, italic, strikethrough and code at the end; a mark without text after it is withheld. */
function closeMarks(text: string): string {
  const open: string[] = [];
  const marks = /\\.|`+|\*{1,3}|~~|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])/gsu;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const mark = match[0];
    if (mark.startsWith("\\")) continue;
    const code = open.findLastIndex((one) => one.startsWith("`"));
    if (code >= 0) {
      if (open[code] === mark) open.length = code;
      continue;
    }
    const before = text[match.index - 1] ?? " ";
    const after = text[marks.lastIndex];
    const closes = !/\s/.test(before) && open.includes(mark);
    if (closes) open.length = open.lastIndexOf(mark);
    // A star before a space is a list marker or a multiplication; an open mark does not open again.
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
