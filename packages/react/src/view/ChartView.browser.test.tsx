import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { ToolOutput } from "./ToolOutput.tsx";
import type { ViewSpec } from "@callboard/core";

afterEach(cleanup);

const names = [
  "Communication skills",
  "Problem solving",
  "Technical leadership",
  "Delivery",
  "Collaboration across teams",
  "Business understanding",
];

async function draw(block: ViewSpec["blocks"][number], rows: object[], locale = "en") {
  await page.viewport(320, 700);
  const tool = { slug: `chart-${block.type}`, viewSpec: { blocks: [block] } };
  const { container } = await render(
    <ToolProvider locale={locale}>
      <ToolOutput tool={tool} output={{ rows }} hasSwitch={false} />
    </ToolProvider>,
  );
  const texts = () => [...container.querySelectorAll<SVGTextElement>(".cb-chart-canvas svg text")];
  await expect.poll(() => texts().length).toBeGreaterThan(3);
  return { container, texts, words: () => texts().map(wordsOf) };
}

const wordsOf = (text: SVGTextElement): string =>
  [...text.querySelectorAll("tspan")]
    .map((part) => part.textContent)
    .join(" ")
    .replaceAll(/[\u2066-\u2069]/g, "");

describe("a chart on 320 pixels", () => {
  it("has the names of a radar's spokes within its drawing", async () => {
    const rows = names.map((skill, index) => ({ skill, ann: 3 + (index % 3), bob: 5 - (index % 4) }));
    const { container, texts, words } = await draw({ key: "rows", type: "radar" }, rows);
    await expect.poll(words).toContain("Collaboration across teams");
    const edge = container.querySelector(".cb-chart-canvas svg")!.getBoundingClientRect();
    for (const text of texts()) {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(edge.left - 1);
      expect(right).toBeLessThanOrEqual(edge.right + 1);
      expect(top).toBeGreaterThanOrEqual(edge.top - 1);
      expect(bottom).toBeLessThanOrEqual(edge.bottom + 1);
    }
  });

  it("names each of a few bars", async () => {
    const rows = ["Research and development", "Operations", "Sales"].map((team, index) => ({ team, spend: index + 1 }));
    const { words } = await draw({ key: "rows", type: "chart", config: { variant: "bar" } }, rows);
    await expect.poll(words).toEqual(expect.arrayContaining(["Research and development", "Operations", "Sales"]));
  });

  it("names every slice of a pie", async () => {
    const rows = ["Chrome", "Safari", "Edge", "Samsung Internet", "Other browsers of all kinds"].map((name, index) => ({
      name,
      share: 100 / (index + 1),
    }));
    await page.viewport(320, 700);
    const viewSpec: ViewSpec = { blocks: [{ key: "rows", type: "chart", config: { variant: "pie" } }] };
    const { container } = await render(<ToolOutput tool={{ slug: "pie", viewSpec }} output={{ rows }} />);
    await expect.poll(() => container.querySelectorAll(".cb-legend > li").length).toBe(5);
    const legend = container.querySelector(".cb-legend")!;
    expect(legend.scrollHeight).toBeLessThanOrEqual(legend.clientHeight + 1);
    // What is beside it is still a pie.
    await expect
      .poll(() => container.querySelector(".recharts-pie")?.getBoundingClientRect().height)
      .toBeGreaterThan(150);
  });

  it("writes its dates in the direction of the reader's language", async () => {
    const rows = [1, 2, 3].map((day) => ({ day: `2026-01-0${day}`, visits: day * 10 }));
    const { texts } = await draw({ key: "rows", type: "chart", config: { variant: "line" } }, rows, "ar-EG");
    const dated = texts().filter((text) => /\u200f/.test(text.textContent));
    expect(dated.length).toBeGreaterThan(0);
    for (const text of dated) expect(text.textContent).toMatch(/^\u2068.*\u2069$/s);
  });

  it("writes both ends of its scale: a radar's rings, and zero below a line that stays far from it", async () => {
    const rows = names.slice(0, 4).map((skill, index) => ({ skill, ann: 2 + (index % 3) }));
    const config = { minimum: 1, maximum: 5 };
    const radar = await draw({ key: "rows", type: "radar", config }, rows);
    const values = () => radar.texts().map((text) => text.textContent.replaceAll(/[\u2066-\u2069]/g, ""));
    await expect.poll(values).toEqual(expect.arrayContaining(["1", "3", "5"]));
    await cleanup();
    const flow = [-70_000, -69_800, -69_600].map((cash, year) => ({ year: `Year ${year}`, cash }));
    const line = await draw({ key: "rows", type: "chart" }, flow);
    await expect.poll(line.words).toEqual(expect.arrayContaining(["-80K", "0"]));
  });

  it("parts a scatter in named quadrants, names its points, and says all of it in a table", async () => {
    const rows = [
      { what: "Checkout", impact: 9, effort: 4 },
      { what: "Mailer", impact: 2, effort: 8 },
    ];
    const config = {
      variant: "scatter" as const,
      x: "effort",
      series: ["impact"],
      label: "what",
      quadrants: { splitX: 5.5, splitY: 5.5, topLeft: "Quick wins", bottomRight: "Time sinks" },
    };
    const { container, words } = await draw({ key: "rows", type: "chart", config }, rows);
    await expect.poll(words).toEqual(expect.arrayContaining(["Checkout", "Mailer", "Quick wins", "Time sinks"]));
    const cells = [...container.querySelectorAll(".cb-visually-hidden tbody tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ["Checkout", "4", "9", "Quick wins"],
      ["Mailer", "8", "2", "Time sinks"],
    ]);
  });

  it("keeps the names of points in one piece, within the field and apart from the names of its quadrants", async () => {
    const rows = [
      { what: "Faster checkout", impact: 9, effort: 1 },
      { what: "New data warehouse", impact: 9, effort: 9 },
      { what: "Dark mode", impact: 2, effort: 1 },
      { what: "Rewrite the mailer", impact: 2, effort: 9 },
    ];
    const corners = { topLeft: "Quick wins", topRight: "Major projects", bottomLeft: "Fill-ins", bottomRight: "Sinks" };
    const config = {
      variant: "scatter" as const,
      x: "effort",
      series: ["impact"],
      label: "what",
      quadrants: { splitX: 5, splitY: 5, ...corners },
    };
    const { container, texts, words } = await draw({ key: "rows", type: "chart", config }, rows);
    const named = [...rows.map(({ what }) => what), ...Object.values(corners)];
    await expect.poll(words).toEqual(expect.arrayContaining(named));
    const drawing = container.querySelector(".cb-chart-canvas")!.getBoundingClientRect();
    const boxes = texts()
      .filter((text) => named.includes(wordsOf(text)))
      .map((text) => ({ name: wordsOf(text), box: text.getBoundingClientRect() }));
    for (const { name, box } of boxes) {
      expect([name, box.left >= drawing.left && box.right <= drawing.right]).toEqual([name, true]);
      expect([name, box.height < 20]).toEqual([name, true]);
      const touched = boxes.filter(
        (other) =>
          other.name !== name &&
          other.box.left < box.right &&
          box.left < other.box.right &&
          other.box.top < box.bottom &&
          box.top < other.box.bottom,
      );
      expect([name, ...touched.map((other) => other.name)]).toEqual([name]);
    }
  });
});
