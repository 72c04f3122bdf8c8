import attacks from "virtual:shared-data/attacks/schemastore-vulnerable-patterns.json";
import type { JsonSchema } from "@callboard/core";
import { createRoot } from "react-dom/client";
import { describe, expect, it } from "vitest";
import { ToolForm } from "./ToolForm.tsx";

interface Attack {
  pattern: string;
  attack_string?: string;
  attack_expr: string;
}

/** Texts are given, or described as `'a' + 'b'.repeat(3)`. */
function textOf({ attack_string, attack_expr }: Attack): string {
  if (attack_string !== undefined) return attack_string;
  return attack_expr
    .split(" + ")
    .map((part) => {
      const [, quoted, count] = /^'((?:[^'\\]|\\.)*)'(?:\.repeat\((\d+)\))?$/.exec(part)!;
      const text = quoted!.replace(/\\(x[\da-f]{2}|.)/gi, (_, code: string) =>
        code.length > 1 ? String.fromCharCode(parseInt(code.slice(1), 16)) : ({ n: "\n", t: "\t" }[code] ?? code),
      );
      return count === undefined ? text : text.repeat(Number(count));
    })
    .join("");
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)));

/**
 * Everywhere that a pattern may stand; `text` is a field of its own, the rest is seen by the whole document's check
 * alone.
 */
const schemaOf = (pattern: string): JsonSchema => ({
  type: "object",
  properties: {
    text: { type: "string", pattern, maxLength: 400 },
    either: { anyOf: [{ type: "object", properties: { inside: { type: "string", pattern } } }, { type: "number" }] },
    list: { type: "array", items: { type: "string", pattern } },
  },
});

const checkedElsewhere = "checked on the server";

/** One that no engine has to search for. */
const harmless = "^x$";

/** The longest task, in milliseconds, between filling a text in and the answer to submitting it. */
async function attack(pattern: string, text: string): Promise<{ longest: number; words: string }> {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  const value = { either: { inside: text }, list: [text] };
  root.render(<ToolForm schema={schemaOf(pattern)} defaultValue={value} onSubmit={() => {}} />);
  await frame();
  const input = host.querySelector("input")!;
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
  });
  observer.observe({ type: "longtask" });
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  await frame();
  input.blur();
  await frame();
  const wordsOf = (): string => input.closest("form")!.textContent ?? "";
  // The note's words are fetched, and a busy machine takes its time.
  for (let waited = 0; pattern !== harmless && waited < 500 && !wordsOf().includes(checkedElsewhere); waited++)
    await frame();
  const words = wordsOf();
  host.querySelector<HTMLElement>(".cb-form-submit")!.click();
  await frame();
  await frame();
  observer.disconnect();
  root.unmount();
  host.remove();
  return { longest, words };
}

describe.skipIf(attacks === null)("patterns that hang a backtracking engine, needs ../shared/data", () => {
  const list = JSON.parse(attacks ?? "[]") as Attack[];

  it("keep no page busy, and their fields say where they are checked", { timeout: 120_000 }, async () => {
    for (let round = 0; round < 3; round++) await attack("^(a+)+$", `${"a".repeat(40)}!`);
    const slow: string[] = [];
    const silent: string[] = [];
    for (const one of list) {
      const text = textOf(one);
      let found = await attack(one.pattern, text);
      // A machine that does other work too makes some task long; a pattern makes it long every time.
      for (let again = 0; found.longest > 50 && again < 2; again++) found = await attack(one.pattern, text);
      if (found.longest > 50) {
        // Fifty thousand characters in a line take the browser some time by themselves.
        const control = await attack(harmless, text);
        if (found.longest > Math.max(100, 3 * control.longest)) slow.push(`${found.longest} ms: ${one.pattern}`);
      }
      if (!found.words.includes(checkedElsewhere)) silent.push(one.pattern);
    }
    expect(list.length).toBeGreaterThan(50);
    expect({ slow, silent }).toEqual({ slow: [], silent: [] });
  });
});
