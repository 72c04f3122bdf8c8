import { toolOutputToBlocks } from "@callboard/core";
import text from "virtual:shared-data/tool-outputs.jsonl";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import * as parts from "./parts.ts";
import { ToolOutput } from "./ToolOutput.tsx";

interface RealOutput {
  tool: string;
  kind: string;
  isError: boolean;
  content: { text: string }[];
  structuredContent?: unknown;
}

const lines = (text ?? "").split("\n").filter(Boolean);
const outputs = lines.map((line) => JSON.parse(line) as RealOutput);

/** The pixels of a screen, and those that are longer. */
const tallest = 900;
const tall: string[] = [];

// What is drawn is looked at, and not what stands there before.
beforeAll(async () => {
  await Promise.all(Object.values(parts).map((part) => ("load" in part ? part.load() : part())));
});
afterEach(cleanup);

describe.skipIf(text === null)("real tool outputs, needs ../shared/data", () => {
  it("has them", () => expect(outputs.length).toBeGreaterThan(200));

  it.each(outputs.map((output, index) => [index, output.tool, output.kind, output] as const))(
    "%i %s (%s) is drawn without an error, and not as raw JSON first",
    async (index, tool, kind, { content, isError, structuredContent }) => {
      const error = vi.spyOn(console, "error");
      const ways: unknown[] = [
        { content, isError, ...(structuredContent == null ? {} : { structuredContent }) },
        content,
        content.map((part) => part.text).join("\n"),
      ];
      for (const output of ways) {
        const { container } = await render(<ToolOutput output={output} />);
        expect(container.querySelector(".cb-block")).not.toBeNull();
        if (kind !== "empty") expect(container.textContent!.trim()).not.toBe("");
        expect(container.textContent).not.toMatch(/could not be drawn/);
        // Nothing is longer than a screen, but for what scrolls or is folded in it.
        const { height } = container.firstElementChild!.getBoundingClientRect();
        if (height > tallest) tall.push(`${index} ${tool} ${Math.round(height)}`);
        const first = toolOutputToBlocks({ output })[0]!;
        expect(first.type).not.toBe("json");
        // JSON that came as text is read, not printed.
        if (kind.startsWith("json") && first.type === "text") expect(first.text).not.toMatch(/^\s*[[{]/);
        await cleanup();
      }
      expect(error).not.toHaveBeenCalled();
      error.mockRestore();
    },
  );

  it("are no longer than a screen", () => expect(tall).toEqual([]));
});
