import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { chooseInMenu } from "./testing/fixtures/outputMenu.ts";
import { ToolOutput } from "./ToolOutput.tsx";

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

describe("values", () => {
  it("shows a mailbox as a link, a colour beside its sample, a status as a badge, and a size in its unit", async () => {
    const screen = await render(
      <ToolOutput
        output={{ owner: "ada@example.com", accent: "#c75a00", issue: "#123", status: "open", sizeBytes: 348_949 }}
      />,
    );
    await expect
      .element(screen.getByRole("link", { name: "ada@example.com" }))
      .toHaveAttribute("href", "mailto:ada@example.com");
    expect(screen.container.querySelector("rect")!.getAttribute("fill")).toBe("#c75a00");
    expect(screen.container.querySelectorAll(".cb-swatch")).toHaveLength(1);
    expect(screen.container.querySelector(".cb-badge")!.textContent).toBe("open");
    await expect.element(screen.getByText("348.9 kB")).toHaveAttribute("title", "348949");
  });

  it("shows dates that do not exist, NaN, and what is no JSON, in blocks, tree and raw alike", async () => {
    const output = {
      due: new Date(0),
      left: "2024-02-30",
      tags: new Set(["a", "b"]),
      ratio: Number.NaN,
      account: 123456,
    };
    const screen = await render(
      <ToolProvider locale="en">
        <ToolOutput output={output} tool={{ slug: "odd" }} />
      </ToolProvider>,
    );
    for (const text of [/1970/, "2024-02-30", "a, b", "NaN", "123456"])
      await expect.element(screen.getByText(text)).toBeVisible();
    await chooseInMenu("Tree");
    await expect.element(screen.getByText('"1970-01-01T00:00:00.000Z"')).toBeVisible();
    await chooseInMenu("Raw");
    await expect.element(screen.getByText(/"ratio": "NaN"/)).toBeVisible();
  });

  it("says in the spec's words that there is no value", async () => {
    const field = {
      key: "payback",
      format: { type: "number" as const, unit: "years", none: "Not within these years" },
    };
    const viewSpec = { blocks: [{ type: "summary" as const, config: { fields: [field] } }] };
    const screen = await render(<ToolOutput tool={{ slug: "roi", viewSpec }} output={{ payback: null }} />);
    await expect.element(screen.getByText("Not within these years")).toBeVisible();
    await screen.rerender(<ToolOutput tool={{ slug: "roi", viewSpec }} output={{ payback: 2.67 }} />);
    await expect.element(screen.getByText("2.67 years")).toBeVisible();
  });

  it("shows the words of an enum as badges", async () => {
    const outputSchema = { type: "object", properties: { level: { enum: ["low", "high"] } } };
    const screen = await render(<ToolOutput output={{ level: "high", note: "n" }} outputSchema={outputSchema} />);
    expect(screen.container.querySelector(".cb-badge")!.textContent).toBe("high");
  });
});

describe("phrases of a tool", () => {
  it("keep a value of another direction in its place, and show what it hides", async () => {
    const said = { type: "string", "x-phrases": { "{place} is full": "{place} ممتلئ" } };
    const outputSchema = { type: "object", properties: { verdict: said } };
    const screen = await render(
      <ToolProvider locale="ar">
        <ToolOutput tool={{ slug: "x", outputSchema }} output={{ verdict: "Ro\u202eme is full" }} />
      </ToolProvider>,
    );
    await expect.element(screen.getByText("\u2068Ro⟨U+202E⟩me\u2069 ممتلئ", { exact: true })).toBeVisible();
  });

  it("are shown in the reader's words wherever a value stands, and other texts as they are", async () => {
    const words = { Fair: "Gerecht", "{points} short": { one: "einer zu wenig", other: "{points} zu wenig" } };
    const said = { type: "string", "x-phrases": words };
    const outputSchema = {
      type: "object",
      properties: {
        verdict: said,
        other: said,
        ranking: { type: "array", items: { type: "object", properties: { label: said, reason: said } } },
      },
    };
    const output = {
      verdict: "1234.5 short",
      other: "Fair, I think",
      ranking: [
        { label: "Fair", score: 2, reason: "7 short" },
        { label: "Ada", score: 1, reason: "Fair" },
      ],
    };
    const viewSpec = { blocks: [{ type: "summary" as const }, { type: "ranking" as const, key: "ranking" }] };
    const screen = await render(
      <ToolProvider locale="de">
        <ToolOutput tool={{ slug: "x", outputSchema, viewSpec }} output={output} />
      </ToolProvider>,
    );
    await expect.element(screen.getByText("1.234,5 zu wenig")).toBeVisible();
    await expect.element(screen.getByText("Fair, I think")).toBeVisible();
    const ranked = [...screen.container.querySelectorAll(".cb-ranking-label, .cb-ranking-reason")];
    expect(ranked.map((part) => part.textContent)).toEqual(["Gerecht", "7 zu wenig", "Ada", "Gerecht"]);
  });
});

describe("pictures by address", () => {
  const sources = (container: Element) => [...container.querySelectorAll("img")].map((image) => image.src);
  const output = {
    own: "/api/uploads/u_1/cover.png",
    ownWhole: `${location.origin}/api/uploads/u_2/a.webp`,
    listed: "https://images.test/public/b.jpg",
    unlisted: "https://images.test/private/c.jpg",
    other: "https://egress.test/d.png",
    climbs: "/api/uploads/%2e%2e/admin/e.png",
    above: "https://images.test/public/../private/f.png",
    named: "https://images.test@egress.test/public/g.png",
  };

  it("are loaded from the page's own uploads and from the sources that the app lists, and from nowhere else", async () => {
    const screen = await render(
      <ToolProvider imageSources={["https://images.test/public/"]}>
        <ToolOutput output={output} />
      </ToolProvider>,
    );
    expect(sources(screen.container)).toEqual([
      `${location.origin}/api/uploads/u_1/cover.png`,
      output.ownWhole,
      output.listed,
    ]);
    expect(screen.container.textContent).toContain(output.other);
  });

  it("are links alone without a list", async () => {
    const screen = await render(<ToolOutput output={{ a: output.listed, b: output.other }} />);
    expect(sources(screen.container)).toEqual([]);
    await screen.rerender(<ToolOutput output={output.other} />);
    expect(sources(screen.container)).toEqual([]);
  });
});

describe("a tree", () => {
  const output = [{ "a b": { list: [1, { deep: "needle" }] } }, 7];

  it("finds keys and values, and opens the way to them", async () => {
    const screen = await render(<ToolOutput output={output} />);
    await chooseInMenu("Find in the tree");
    await expect.element(screen.getByRole("searchbox", { name: "Find in the tree" })).toHaveFocus();
    await screen.getByRole("searchbox").fill("NEEDLE");
    await expect.element(screen.getByText("1 match")).toBeVisible();
    await expect.element(screen.getByText('"needle"')).toBeVisible();
    await screen.getByRole("searchbox").fill("nothing");
    await expect.element(screen.getByText("0 matches")).toBeVisible();
  });

  it("copies the path and the value of the row that is active", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const screen = await render(<ToolOutput output={output} />);
    await chooseInMenu("Find in the tree");
    await screen.getByRole("searchbox").fill("deep");
    await chooseInMenu("Copy path");
    await chooseInMenu("Copy value");
    expect(write.mock.calls).toEqual([['[0]["a b"].list[1].deep'], ["needle"]]);
    (screen.getByRole("tree").element() as HTMLElement).focus();
    await userEvent.keyboard("{Home}");
  });
});
