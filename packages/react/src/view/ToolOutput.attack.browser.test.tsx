import { toolOutputToBlocks } from "@callboard/core";
import { useEffect, useRef, type ReactNode } from "react";
import naughtyText from "virtual:shared-data/attacks/blns.json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { attacks } from "./naughty.ts";
import { ToolOutput } from "./ToolOutput.tsx";

const payloads = [...attacks, ...(naughtyText === null ? [] : (JSON.parse(naughtyText) as string[]))];

const page = window as typeof window & { __ran?: unknown };

/** What came of drawing: whether anything ran, what the page asked the network for, and what in the document could run or fetch later. */
async function drawn(element: ReactNode) {
  page.__ran = undefined;
  const opened: string[] = [];
  const { alert } = window;
  window.alert = (text) => void opened.push(`alert ${String(text)}`);
  performance.clearResourceTimings();
  const violations: string[] = [];
  const onViolation = (event: SecurityPolicyViolationEvent) => violations.push(event.blockedURI);
  document.addEventListener("securitypolicyviolation", onViolation);
  const { container } = await render(element);
  await new Promise((resolve) => setTimeout(resolve, 60));
  document.removeEventListener("securitypolicyviolation", onViolation);
  window.alert = alert;
  const fetched = performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith(location.origin));
  const armed = [...container.querySelectorAll("*")].flatMap((node) => {
    const live = /^(?:script|iframe|object|embed|style|link|meta|base|video|audio|form|foreignobject)$/i.test(
      node.localName,
    );
    const bad = [...node.attributes].filter(
      ({ name, value }) =>
        name.startsWith("on") ||
        name === "srcdoc" ||
        (/^(?:src|srcset|poster|data|background)$/.test(name) &&
          !/^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,/.test(value)) ||
        (/^(?:href|xlink:href|action|formaction)$/.test(name) && !/^(?:https?:\/\/|mailto:)/.test(value)) ||
        (name === "style" && /url\(/.test(value)),
    );
    return [
      ...(live ? [node.localName] : []),
      ...bad.map(({ name, value }) => `${node.localName}[${name}=${value.slice(0, 60)}]`),
    ];
  });
  return { ran: page.__ran, opened, fetched, violations, armed, container };
}

function expectHarmless({ ran, opened, fetched, violations, armed }: Awaited<ReturnType<typeof drawn>>) {
  expect({ ran, opened, fetched, violations, armed }).toEqual({
    ran: undefined,
    opened: [],
    fetched: [],
    violations: [],
    armed: [],
  });
}

let policy: HTMLMetaElement;
beforeEach(() => {
  // Whatever would leave is stopped and reported, so that the positive control harms nobody either.
  policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "img-src 'self' data:; media-src 'self'; font-src 'self'; object-src 'none'; frame-src 'self'";
  document.head.append(policy);
});
afterEach(async () => {
  await cleanup();
  policy.remove();
});

const sinks: [string, (text: string) => ReactNode][] = [
  ["as the whole output", (text) => <ToolOutput output={text} />],
  ["as a fact and its name", (text) => <ToolOutput output={{ [text]: text, n: 1 }} />],
  ["as a table's heading and cell", (text) => <ToolOutput output={[{ [text]: text }, { [text]: text, b: 2 }]} />],
  ["in a list", (text) => <ToolOutput output={[text, 1]} />],
  ["in a tree", (text) => <ToolOutput output={[{ [text]: [text] }, 1]} />],
  ["as an error", (text) => <ToolOutput output={{ error: text || "x" }} />],
  [
    "as a schema's title",
    (text) => <ToolOutput output={{ a: text }} outputSchema={{ properties: { a: { title: text } } }} />,
  ],
  [
    "as a heading, a ranking and an image",
    (text) => (
      <ToolOutput
        output={{ a: [{ name: text, score: 1, reason: text }], b: text, c: [{ [text]: 1, x: text }] }}
        tool={{
          slug: text,
          viewSpec: {
            blocks: [
              { type: "ranking", key: "a", label: text },
              { type: "image", key: "b", label: text },
              { type: "table", key: "c", label: text, config: { columns: [{ key: "x", label: text }] } },
              { type: "custom", key: text, label: text },
            ],
          },
        }}
      />
    ),
  ],
  [
    "in MCP content",
    (text) => (
      <ToolOutput
        output={[
          { type: "text", text },
          { type: "image", data: text, mimeType: text },
          { type: "image", data: text, mimeType: "image/png" },
          { type: "resource_link", uri: text, name: text },
          { type: "resource", resource: { uri: text, text } },
        ]}
      />
    ),
  ],
];

describe.each(sinks)("naughty text %s", (_, sink) => {
  it("is shown, runs nothing and fetches nothing", async () => {
    expectHarmless(await drawn(payloads.map((text, index) => <div key={index}>{sink(text)}</div>)));
  });
});

describe("what is shown of an attack", () => {
  it("is its own text", async () => {
    for (const text of attacks.filter((one) => one.startsWith("<"))) {
      expect(toolOutputToBlocks({ output: text })[0]?.type).toBe("text");
      const { container } = await drawn(<ToolOutput output={text} />);
      // An address in running text is a link, with a word for screen readers behind it.
      for (const word of container.querySelectorAll(".cb-visually-hidden")) word.remove();
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

/** What a careless kit does: the output becomes markup. */
function Naive({ html }: { html: string }): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current!.innerHTML = html;
  }, [html]);
  return <div ref={ref} />;
}

describe("positive control: a naive renderer", () => {
  it("fails the same check, by running", async () => {
    const result = await drawn(<Naive html={`<img src=x onerror="window.__ran = 'img'">`} />);
    expect(result.ran).toBe("img");
    expect(() => expectHarmless(result)).toThrow();
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
