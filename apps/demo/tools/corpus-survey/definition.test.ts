import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { captureTool } from "@callboard/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureDocument } from "./measureDocument.ts";
import { surveyDocumentation } from "./surveyDocumentation.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "corpus-"));
  const files: Record<string, string> = {
    "alpha/README.md": "# Alpha\n\nQuokka quokka [site](https://a.example).\n",
    "alpha/docs/guide.md": "## Guide\n\n```js\nconst code = 1;\n```\n",
    "alpha/node_modules/nested/README.md": "never entered",
    "alpha/.cache/README.md": "never entered",
    "@scope/beta/README.MD": "Quokka habitats, quokka diets, quokka songs.",
    "@scope/beta/index.js": "not documentation",
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
});
afterAll(() => rm(root, { recursive: true }));

function listener() {
  const lines: string[] = [];
  const progress: [number, number | undefined][] = [];
  return {
    lines,
    progress,
    callbacks: {
      onStatus: () => {},
      onOutput: (delta: string) => void lines.push(delta),
      onProgress: (done: number, total?: number) => void progress.push([done, total]),
    },
  };
}
const all = { packages: "", maxFiles: 100, pauseMs: 0 };
const never = { signal: new AbortController().signal };

describe("corpus-survey", () => {
  it("counts what is there, package by package, and tells as it goes", async () => {
    const { lines, progress, callbacks } = listener();
    const output = await surveyDocumentation(root, { ...all, pauseMs: 60 }, never, callbacks);
    expect(output.summary).toEqual({
      packages: 2,
      files: 3,
      words: 11,
      codeBlocks: 1,
      links: 1,
      longest: "@scope/beta",
      notRead: 0,
      leftOut: 0,
    });
    expect(output.packages[1]).toEqual({ package: "alpha", files: 2, words: 5, headings: 2, codeBlocks: 1, links: 1 });
    expect(output.terms[0]).toEqual({ label: "quokka", count: 5 });
    expect(lines).toEqual(["@scope/beta: 1 file, 6 words\n", "alpha: 2 files, 5 words\n"]);
    expect(progress).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it("does not fill the log with progress that nobody can follow", async () => {
    const { progress, callbacks } = listener();
    const began = performance.now();
    await surveyDocumentation(root, all, never, callbacks);
    expect(progress[0]).toEqual([0, 3]);
    expect(progress.at(-1)).toEqual([3, 3]);
    expect(progress.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 50);
  });

  it("reads only the packages asked for, and says what the limit left out", async () => {
    const { callbacks } = listener();
    const output = await surveyDocumentation(root, { ...all, packages: "ALPHA", maxFiles: 1 }, never, callbacks);
    expect(output.summary).toMatchObject({ packages: 1, files: 1, leftOut: 1 });
    await expect(surveyDocumentation(root, { ...all, packages: "nothing" }, never, callbacks)).rejects.toThrow(
      /name contains “nothing”/,
    );
  });

  it("stops at once when it is cancelled, in the middle of a pause too", async () => {
    const { lines, callbacks } = listener();
    const stop = new AbortController();
    const started = performance.now();
    const survey = surveyDocumentation(root, { ...all, pauseMs: 60_000 }, stop, callbacks);
    setTimeout(() => stop.abort(), 50);
    await expect(survey).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(lines).toEqual([]);
  });

  it("surveys the packages that are installed here", async () => {
    const survey = await captureTool(() => import("./definition.ts"));
    const { output, error, events } = await survey.run({ packages: "zod", pauseMs: 0 });
    expect(error).toBeNull();
    // Which one has most words is for what is installed to say; that it is one of them is not.
    const { summary, packages } = output as { summary: { longest: string }; packages: { package: string }[] };
    expect(packages.map((row) => row.package)).toContain(summary.longest);
    expect(events.at(-1)).toMatchObject({ type: "tool.completed" });
    expect(events.some((event) => event.type === "tool.output_appended")).toBe(true);
  });

  it("cancelled as a call, it ends as cancelled", async () => {
    const survey = await captureTool(() => import("./definition.ts"));
    const { code, events } = await survey.run({ pauseMs: 2000 }, { signal: AbortSignal.timeout(100) });
    expect(code).toBe("cancelled");
    expect(events.at(-1)?.type).toBe("tool.cancelled");
  });
});

describe("measureDocument", () => {
  it("tells prose from code, and text from markup", () => {
    const measures = measureDocument(
      "# One Title\n~~~\n# not a heading\n```\nstill code\n~~~\nA [long link](./x.md) and `code` <b>here</b> https://e.example/path\n",
    );
    expect(measures).toMatchObject({ words: 7, headings: 1, codeBlocks: 1, links: 1 });
    expect([...measures.terms.keys()]).toEqual(["title", "long", "link", "here"]);
  });

  it("counts words of any script, and an apostrophe is not the end of one", () => {
    expect(measureDocument("Ça n'est pas über").words).toBe(4);
  });

  it("a fence that is never closed is code to the end", () => {
    expect(measureDocument("before\n```\nafter the fence").words).toBe(1);
  });
});
