import { Profiler, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { page, userEvent } from "vitest/browser";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { Markdown } from "./Markdown.tsx";
import { RichText } from "./RichText.tsx";

const far = "https://canary.invalid";

/** What a hostile text may hold: each would run script, load something or lead somewhere, were it taken at its word. */
const payloads = [
  `<script>window.__hit = 1</script>`,
  `<img src="${far}/img" onerror="window.__hit = 1">`,
  `<img src=x onerror=window.__hit=1>`,
  `<svg onload="window.__hit = 1"><image href="${far}/svg"/></svg>`,
  `<iframe src="${far}/frame" srcdoc="<script>parent.__hit=1</script>"></iframe>`,
  `<style>@import "${far}/css"; body { background: url(${far}/bg) }</style>`,
  `<link rel="stylesheet" href="${far}/link">`,
  `<video src="${far}/video" autoplay></video><audio src="${far}/audio" autoplay></audio>`,
  `<object data="${far}/object"></object><embed src="${far}/embed">`,
  `<form action="${far}/form"><input autofocus onfocus="window.__hit = 1"></form>`,
  `<a href="javascript:window.__hit=1" id="bait">x</a>`,
  `<div style="background:url(${far}/style)">x</div>`,
  `![inline](${far}/inline.png)`,
  `![reference][r]\n\n[r]: ${far}/reference.png "t"`,
  `![](${far}/empty.png)`,
  `[![linked](${far}/linked.png)](${far}/page)`,
  `![data](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)`,
  `[a](javascript:window.__hit=1)`,
  `[b](JaVaScRiPt:window.__hit=1)`,
  `[c](java&#x0A;script:window.__hit=1)`,
  `[d](data:text/html,<script>window.__hit=1</script>)`,
  `[e](vbscript:x) [f](blob:https://x/y) [g](file:///etc/passwd) [h](//canary.invalid/x)`,
  `[i](https://user:pass@canary.invalid/)`,
  `<javascript:window.__hit=1> <${far}/auto>`,
  `[j][k]\n\n[k]: javascript:window.__hit=1`,
  `| a |\n| - |\n| <img src=${far}/cell onerror=window.__hit=1> ![x](${far}/cell2) |`,
  "```html\n<img src=x onerror=window.__hit=1>\n```",
  `[^1]\n\n[^1]: <img src=${far}/foot onerror=window.__hit=1> ![f](${far}/foot2)`,
  `# <img src=${far}/head onerror=window.__hit=1>`,
];

let asked: string[];
let observer: PerformanceObserver;

/** Every address that the page asked for since the test began, whether it answered or not. */
const settle = async () => {
  await new Promise((resolve) => setTimeout(resolve, 150));
  asked.push(...observer.takeRecords().map((entry) => entry.name));
  return asked.filter((address) => address.includes("canary.invalid"));
};

const hits = () => (window as { __hit?: number }).__hit;

// What reads Markdown comes with the first block; here it is there before.
beforeAll(() => import("./MarkdownBlock.tsx"));

beforeEach(() => {
  asked = [];
  delete (window as { __hit?: number }).__hit;
  observer = new PerformanceObserver((list) => asked.push(...list.getEntries().map((entry) => entry.name)));
  observer.observe({ type: "resource" });
});
afterEach(() => observer.disconnect());

/** Elements and attributes that Markdown has no business with. */
const forbidden =
  "script, img, svg image, iframe, style, link, video, audio, object, embed, form, input, base, meta, [style], [src], [srcset]";

const unsafe = (root: Element) => [
  ...root.querySelectorAll(forbidden),
  ...[...root.querySelectorAll("*")].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith("on")),
  ),
  ...[...root.querySelectorAll("[href]")].filter(
    (element) => !/^(https?:|mailto:)/.test(element.getAttribute("href")!),
  ),
];

describe("Markdown", () => {
  test.each(payloads)("runs nothing and asks nobody for %j", async (payload) => {
    for (const streaming of [false, true]) {
      const { container, unmount } = await render(<Markdown text={`Before\n\n${payload}`} streaming={streaming} />);
      await vi.waitFor(() => expect(container.querySelector(".cb-md-unread")).toBeNull());
      expect(unsafe(container).map((element) => element.outerHTML)).toEqual([]);
      await unmount();
    }
    expect(await settle()).toEqual([]);
    expect(hits()).toBeUndefined();
  });

  test("a naive renderer fails the same check, so that passing means something", async () => {
    const naive = document.createElement("div");
    document.body.append(naive);
    naive.innerHTML = payloads.join("\n").replace(/!\[[^\]]*\]\(([^)\s]+)\)/g, '<img src="$1">');
    await vi.waitFor(() => expect(hits()).toBe(1));
    expect(unsafe(naive).length).toBeGreaterThan(10);
    await vi.waitFor(async () => expect(await settle()).not.toEqual([]));
    naive.remove();
  });

  test("names an image's host in the place of the image", async () => {
    await render(<Markdown text={`![A diagram](${far}/a.png)`} />);
    const link = page.getByRole("link", { name: /Image on canary.invalid/ });
    await expect.element(link).toHaveAttribute("href", `${far}/a.png`);
    await expect.element(page.getByText("A diagram")).toBeVisible();
  });

  test("a link opens apart, names its host, and shows it where the words say another", async () => {
    await render(
      <Markdown text={`See [the guide](https://example.com/x) and [example.org](https://evil.example/).`} />,
    );
    const guide = page.getByRole("link", { name: /the guide/ });
    await expect.element(guide).toHaveAttribute("target", "_blank");
    await expect.element(guide).toHaveAttribute("rel", "noopener noreferrer nofollow");
    await expect.element(guide).toHaveAttribute("title", "example.com");
    await expect.element(page.getByRole("link", { name: /example.org/ })).toHaveTextContent("evil.example");
  });

  test("a link's host is shown where its words name another by dots that only look like one", async () => {
    const words = "[google\u2024com](https://evil.example/) [google\u3002com](https://evil.example/)";
    await render(<Markdown text={words} />);
    const link = page.getByRole("link", { name: /google/ });
    await expect.element(link.first()).toHaveTextContent("evil.example");
    await expect.element(link.last()).toHaveTextContent("evil.example");
  });

  test("while it grows, only its last block is drawn again", async () => {
    const first = "**One** is whole.\n\nTwo is whole as well.\n\n";
    const growing: { to: (text: string) => void } = { to: () => {} };
    const Growing = () => {
      const [text, setText] = useState(`${first}*Three*`);
      useEffect(() => {
        growing.to = setText;
      }, []);
      return <Markdown text={text} streaming />;
    };
    const commits = vi.fn();
    const { container } = await render(
      <Profiler id="growing" onRender={commits}>
        <Growing />
      </Profiler>,
    );
    await expect.element(page.getByText("Three")).toBeVisible();
    const changed: Node[] = [];
    const watch = new MutationObserver((records) => changed.push(...records.map((record) => record.target)));
    watch.observe(container, { childList: true, characterData: true, subtree: true });
    const [one, two] = container.querySelectorAll(".cb-md > *");
    for (let count = 1; count <= 20; count++) growing.to(`${first}*Three*${" and more".repeat(count)}`);
    await expect.element(page.getByText(/(and more ?){20}/)).toBeVisible();
    watch.disconnect();
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((node) => one!.contains(node) || two!.contains(node))).toEqual([]);
    expect([...container.querySelectorAll(".cb-md > *")].slice(0, 2)).toEqual([one, two]);
  });

  test("code is copied whole, and its wide lines and wide tables scroll within", async () => {
    const code = `const wide = "${"x".repeat(400)}";`;
    const cells = Array.from({ length: 30 }, (_, index) => `column ${index}`).join(" | ");
    const { container } = await render(
      <Markdown text={`\`\`\`ts\n${code}\n\`\`\`\n\n| ${cells} |\n|${" - |".repeat(30)}\n`} />,
    );
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await userEvent.click(page.getByRole("button", { name: "Copy" }));
    expect(write).toHaveBeenCalledWith(code);
    await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
    for (const name of ["Code in ts", "Table"]) {
      const box = page.getByRole("group", { name }).element();
      expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
    }
    expect(container.scrollWidth).toBeLessThanOrEqual(container.clientWidth);
    write.mockRestore();
  });

  test.each([
    ["quotes within quotes", ">".repeat(5000)],
    ["marks without a partner", "*a **b ".repeat(20_000)],
    ["marks that nest", `${"*a **b ".repeat(400)}x${"** *".repeat(400)}`],
    ["links", "[a](https://example.com) ".repeat(50_000)],
    ["short blocks, 5 MB", "word **x**\n\n".repeat(420_000)],
    ["one block, 5 MB", "word ".repeat(1_000_000)],
  ])("neither breaks nor blocks the page: %s", async (_name, text) => {
    const tasks: number[] = [];
    const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    watch.observe({ type: "longtask" });
    // As a page draws: the tests' own `render` would flush all batches in one task.
    const container = document.body.appendChild(document.createElement("div"));
    const root = createRoot(container);
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    root.render(
      <>
        <Markdown text={text} />
        <p>After it</p>
      </>,
    );
    await expect.element(page.getByText("After it")).toBeVisible();
    let count = -1;
    // Until nothing is added any more.
    await vi.waitFor(
      () => {
        const before = count;
        count = container.querySelectorAll("*").length;
        expect(count).toBe(before);
      },
      { timeout: 20_000, interval: 400 },
    );
    watch.disconnect();
    expect(container.textContent).toContain(text.slice(0, 2));
    expect(count).toBeLessThan(40_000);
    // Far above what a quiet machine takes, far below what these texts took: seconds to minutes.
    expect(Math.max(0, ...tasks)).toBeLessThan(1000);
    root.unmount();
    container.remove();
    vi.unstubAllGlobals();
  });

  test("the rest of a long text is there, plain", async () => {
    await render(<Markdown text={`${"word **x**\n\n".repeat(30_000)}The end.`} />);
    await expect.element(page.getByText("The rest of this long text is shown without formatting.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^Show all .* characters$/ })).toBeVisible();
  });

  test("decodes character references, and asks no part of the page to read HTML", async () => {
    const innerHTML = vi.spyOn(Element.prototype, "innerHTML", "set");
    try {
      await render(
        <Markdown
          text={"A &amp; B &copy; &#169; &#xA9; &nosuch; `&amp;` [a &lt; b](https://example.com/?a&amp;b '&quot;')"}
        />,
      );
      await expect.element(page.getByText("A & B © © © &nosuch; &amp; a < b")).toBeVisible();
      const link = page.getByRole("link", { name: /a < b/ });
      await expect.element(link).toHaveAttribute("href", "https://example.com/?a&b");
      expect(innerHTML).not.toHaveBeenCalled();
    } finally {
      innerHTML.mockRestore();
    }
  });

  test("a provider's text that throws is plain, and the page stays", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await render(
      <ToolProvider
        renderText={() => {
          throw new Error("no");
        }}
      >
        <RichText text="**As it is**" />
        <p>After it</p>
      </ToolProvider>,
    );
    await expect.element(page.getByText("**As it is**")).toBeVisible();
    await expect.element(page.getByText("After it")).toBeVisible();
    vi.restoreAllMocks();
  });

  test("can be what a provider draws text with", async () => {
    await render(
      <ToolProvider renderText={(text) => <Markdown text={text} />}>
        <Markdown text="# Title" />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("heading", { name: "Title" })).toBeVisible();
  });

  test("writes small headings in the letters of the text", async () => {
    const { container } = await render(<Markdown text={"Words\n\n### Three\n\n###### Six"} />);
    await expect.element(page.getByRole("heading", { name: "Six" })).toBeVisible();
    const sizeOf = (element: Element | null) => parseFloat(getComputedStyle(element!).fontSize);
    const sizes = [...container.querySelectorAll("h5, h6")].map(sizeOf);
    expect(sizes).toHaveLength(2);
    for (const size of sizes) expect(size).toBeGreaterThanOrEqual(sizeOf(container.querySelector("p")));
  });
});
