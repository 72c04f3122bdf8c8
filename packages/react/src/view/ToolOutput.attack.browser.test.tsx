import { toolOutputToBlocks } from "@callboard/core";
import type { ReactNode } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanup } from "vitest-browser-react";
import { drawn, expectHarmless, loadParts, Naive, page, keepCanary } from "../testing/fixtures/canary.tsx";
import { outputSinks } from "../testing/fixtures/attackedOutputs.tsx";
import { attacks } from "../testing/fixtures/attacks.ts";
import { ToolOutput } from "./ToolOutput.tsx";

beforeAll(loadParts);
keepCanary();

/** Players are dear, so these are the attacks alone. */
const fileSink = (text: string): ReactNode => (
  <>
    <ToolOutput output={{ url: "https://files.test/a.mp4", name: text, mimeType: "video/mp4" }} />
    <ToolOutput output={{ url: text, name: "a.mp3", mimeType: "audio/mpeg" }} />
    <ToolOutput output={{ url: "https://files.test/a", name: "a", mimeType: text }} />
    <ToolOutput output={[{ type: "audio", data: text, mimeType: "audio/mpeg", name: text }]} />
    <ToolOutput output={[{ type: "resource", resource: { uri: text, mimeType: "application/pdf", blob: text } }]} />
    <ToolOutput output={[{ type: "resource_link", uri: text, name: text, mimeType: "video/mp4", size: 1 }]} />
  </>
);

describe("an attack as a file's name, type and address", () => {
  it("is shown, runs nothing and fetches nothing", async () => {
    expectHarmless(await drawn(attacks.map((text, index) => <div key={index}>{fileSink(text)}</div>)));
  });
});

describe.each(outputSinks)("an attack %s", (_, sink) => {
  it("is shown, runs nothing and fetches nothing", async () => {
    expectHarmless(await drawn(attacks.map((text, index) => <div key={index}>{sink(text)}</div>)));
  });
});

/** Every sink has these, each of which would hide words or change their order. */
const hiding = [
  ..."\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad",
];
const hides = new RegExp(`[${hiding.join("")}]`);

describe("characters that hide or reorder words", () => {
  const all = hiding.map((character) => `in${character}voice`).join(" and ");
  const texts: [string, ReactNode][] = [
    ...[...outputSinks, ["a file", fileSink] as const].map(([name, sink]): [string, ReactNode] => [name, sink(all)]),
    ["Markdown", <ToolOutput key="one" output={`# ${all}\n\n- **${all}**\n- \`${all}\` &#8238; &#x200b;`} />],
    [
      "code",
      <ToolOutput
        key="one"
        output={[{ type: "resource", resource: { uri: "a.ts", mimeType: "text/x-typescript", text: `// ${all}` } }]}
      />,
    ],
    ["a diff", <ToolOutput key="one" output={`--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${all}\n+${all}`} />],
    ["a terminal", <ToolOutput key="one" output={`\u001b[31m${all}\u001b[0m`} />],
    [
      "a chart",
      <ToolOutput
        key="one"
        output={[
          { [all]: `${all} 1`, n: 1 },
          { [all]: `${all} 2`, n: 2 },
        ]}
        tool={{ slug: "c", viewSpec: { blocks: [{ type: "chart" }] } }}
      />,
    ],
    ["a long text", <ToolOutput key="one" output={`${all}\n`.repeat(60)} />],
    ["the rest", <ToolOutput key="one" output={{ rows: [{ a: 1 }, { a: 2 }], [all]: { [all]: 1 } }} />],
  ];
  it.each(texts)("are seen %s", async (name, element) => {
    const { container } = await drawn(element);
    for (const fold of container.querySelectorAll("details")) fold.open = true;
    await expect.poll(() => container.textContent).toContain("U+202E");
    if (name === "a chart") await expect.poll(() => container.querySelector("svg text")).not.toBeNull();
    // The kit isolates whole values; those within a value would stand behind its "in".
    const text = container.textContent!.replaceAll(/(?<!in)[\u2068\u2069]/g, "");
    expect(hides.exec(text)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
  });
});

describe("what is shown of an attack", () => {
  it("is its own text", async () => {
    for (const text of attacks.filter((one) => one.startsWith("<"))) {
      expect(toolOutputToBlocks({ output: text })[0]?.type).toBe("text");
      const { container } = await drawn(<ToolOutput output={text} />);
      // An address in running text is a link, with a word for screen readers behind it.
      for (const word of container.querySelectorAll(".cb-visually-hidden, .cb-code-bar, .cb-menu")) word.remove();
      expect(container.textContent).toBe(text);
      await cleanup();
    }
  });

  it("names the host of a remote image and fetches it only when somebody opens it", async () => {
    const tool = { slug: "i", viewSpec: { blocks: [{ type: "image" as const }] } };
    const result = await drawn(<ToolOutput output="https://egress.test/a.png" tool={tool} />);
    expectHarmless(result);
    const link = result.container.querySelector("a")!;
    expect(link.textContent).toContain("egress.test");
    expect(link.rel).toContain("noopener");
    expect(result.container.querySelector("img")).toBeNull();
  });
});

describe("positive control: a naive renderer", () => {
  it("fails the same check, by running", async () => {
    const result = await drawn(<Naive html={`<img src=x onerror="window.__ran = 'img'">`} />);
    // A busy machine may load the broken image only after `drawn` has looked.
    await expect.poll(() => page.__ran).toBe("img");
    expect(() => expectHarmless({ ...result, ran: page.__ran })).toThrow();
  });

  it("fails the same check, by fetching", async () => {
    const result = await drawn(<Naive html={`<img src="https://egress.test/remote.png">`} />);
    expect(result.violations.concat(result.fetched).join()).toContain("egress.test");
    expect(() => expectHarmless(result)).toThrow();
  });

  it("fails the same check for the greater part of the attacks", async () => {
    let caught = 0;
    for (const html of attacks.filter((one) => one.includes("<") && !/http-equiv|<base/.test(one))) {
      const result = await drawn(<Naive html={html} />);
      if (result.armed.length > 0) caught++;
      await cleanup();
    }
    expect(caught).toBeGreaterThan(12);
  });
});
