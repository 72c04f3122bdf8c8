import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { orderSurface } from "../testing/fixtures/surfaces.ts";
import { ToolOutput, type CustomBlockProps, type OutputTool } from "./ToolOutput.tsx";

const meta: Meta<typeof ToolOutput> = { title: "Outputs/ToolOutput", component: ToolOutput };
export default meta;
type Story = StoryObj<typeof ToolOutput>;

const years = [
  { year: 2026, benefit: 48_000, cost: 61_500, net: -13_500 },
  { year: 2027, benefit: 52_400, cost: 12_000, net: 40_400 },
  { year: 2028, benefit: 57_100, cost: 12_600, net: 44_500 },
  { year: 2029, benefit: 62_300, cost: 13_200, net: 49_100 },
  { year: 2030, benefit: 67_900, cost: 13_900, net: 54_000 },
];
const euros = { format: "currency", currency: "EUR", digits: 0 } as const;
const money = [
  { key: "benefit", ...euros },
  { key: "cost", ...euros },
];

/** What a tool's ViewSpec asks for: facts, a chart and a table, each with its own words and formats. */
export const ByViewSpec: Story = {
  args: {
    output: {
      summary: { npv: 126_480.5, roi: 1.74, paybackYears: 1.33, worthwhile: true },
      yearlyResults: years,
    },
    tool: {
      slug: "roi-calculator",
      viewSpec: {
        blocks: [
          {
            type: "summary",
            key: "summary",
            label: "Summary",
            config: {
              fields: [
                { key: "npv", label: "Net present value", ...euros },
                { key: "roi", label: "Return", format: "percent" },
                { key: "paybackYears", label: "Payback", format: { type: "number", unit: "years" } },
                "worthwhile",
              ],
            },
          },
          {
            type: "chart",
            key: "yearlyResults",
            label: "Benefit and cost",
            config: { variant: "bar", x: "year", series: money },
          },
          {
            type: "table",
            key: "yearlyResults",
            label: "Year-by-Year",
            config: { columns: ["year", ...money, { key: "net", ...euros }] },
          },
        ],
      },
    },
  },
};

/** In an embed: what the ViewSpec names, and nothing else. */
export const InAnEmbed: Story = { args: { ...ByViewSpec.args, mode: "embed" } };

/** The same for a customer who may save it. */
export const InAnEmbedWithDownloads: Story = {
  args: {
    ...InAnEmbed.args,
    tool: {
      slug: "roi-calculator",
      viewSpec: { blocks: ByViewSpec.args?.tool?.viewSpec?.blocks ?? [], downloads: true },
    },
  },
};

/** All that can be done with an output, in its one menu. */
export const MenuOpen: Story = {
  args: { ...ByViewSpec.args },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Output menu" }));
    await expect(await canvas.findByRole("menuitem", { name: "Download as CSV" })).toBeVisible();
  },
};

/** The tools of a table, brought by the menu. */
export const ColumnsChosen: Story = {
  args: { output: years.map((year) => ({ ...year, note: "", source: "plan" })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Output menu" }));
    await userEvent.click(await canvas.findByRole("menuitemcheckbox", { name: "Columns" }));
    await expect(canvas.getByRole("checkbox", { name: "Benefit" })).toBeChecked();
  },
};

/** What a reader should not miss, above what it is about; without its text there is none. */
export const Callouts: Story = {
  args: {
    output: {
      standIn: "No image model is connected: a local stand-in drew these colours.",
      note: "Prices are those of yesterday.",
      problem: "Two of nine files could not be read.",
      files: 7,
    },
    tool: {
      slug: "callouts",
      viewSpec: {
        blocks: [
          { type: "callout", key: "standIn", config: { tone: "warning" } },
          { type: "callout", key: "note" },
          { type: "callout", key: "problem", label: "Not everything was read", config: { tone: "danger" } },
          { type: "callout", key: "missing" },
          { type: "summary", config: { fields: ["files"] } },
        ],
      },
    },
  },
};

/** The same output through the sections of a tool's definition; the second is not in the output. */
export const BySections: Story = {
  args: {
    output: { summary: { npv: 126_480.5, paybackYears: 1.33 } },
    tool: {
      slug: "roi-calculator",
      outputSections: [
        { key: "summary", label: "Summary", type: "summary" },
        { key: "yearlyResults", label: "Year-by-Year", type: "table" },
      ],
    },
  },
};

/** No spec: blocks are made from the shape of the value. */
export const Generic: Story = {
  args: {
    output: {
      query: "parking near Forbidden City",
      radius: 1_000,
      searchedAt: "2026-03-14T09:26:00Z",
      website: "https://www.openstreetmap.org/copyright",
      tags: ["amenity", "parking"],
      open: true,
      operator: null,
      stations: [
        {
          name: "Wangfujing Underground",
          distance: 412.5,
          spaces: 320,
          fee: true,
          tags: { access: "public", surface: "asphalt" },
        },
        { name: "Donghuamen Street", distance: 655, spaces: null, fee: false, tags: { access: "customers" } },
        { name: "Nanheyan Lane, entrance beside the old east gate", distance: 980.25, spaces: 44, fee: true, tags: {} },
      ],
      notes: "Opening hours were read from the map and may be out of date.\nThe distances are as the crow flies.",
    },
  },
};

/** A list of records: columns by first appearance, sorted by their headings. */
export const Table: Story = {
  args: {
    output: Array.from({ length: 12 }, (_, i) => ({
      repository: `callboard/${["timeline", "forms", "search", "server"][i % 4]}-${i}`,
      stars: (i * 7919) % 5000,
      language: ["TypeScript", "Rust", "Python"][i % 3],
      pushed: `2026-0${(i % 9) + 1}-1${i % 10}`,
      description: "What it does, in about a sentence, so that the cell has something to wrap.",
    })),
  },
};

/** Rows beyond a few hundred are windowed; all of them are in the downloads. */
export const LongTable: Story = {
  args: {
    output: Array.from({ length: 60_000 }, (_, i) => ({
      id: i,
      name: `Row ${i}`,
      score: Math.sin(i) * 100,
      even: i % 2 === 0,
    })),
  },
};

const months = ["January", "February", "March", "April", "May", "June", "July"].map((month, i) => ({
  month,
  north: 40 + i * 9 + (i % 2) * 14,
  south: 62 - i * 3,
  west: 20 + ((i * 31) % 40),
}));

export const LineChart: Story = {
  args: { output: months, tool: { slug: "c", viewSpec: { blocks: [{ type: "chart", label: "Orders by region" }] } } },
};

export const AreaChart: Story = {
  args: {
    output: months,
    tool: {
      slug: "c",
      viewSpec: { blocks: [{ type: "chart", label: "Orders by region", config: { variant: "area", stacked: true } }] },
    },
  },
};

export const Radar: Story = {
  args: {
    output: {
      Ada: { Speed: 8, Care: 9, Reach: 5, Cost: 6, Fun: 7 },
      Bob: { Speed: 5, Care: 6, Reach: 9, Cost: 8, Fun: 4 },
    },
    tool: { slug: "r", viewSpec: { blocks: [{ type: "radar", label: "Strengths" }] } },
  },
};

export const Ranking: Story = {
  args: {
    output: [
      { name: "Self-service returns", score: 86.5, reason: "High reach for two weeks of work; needs nobody else." },
      { name: "Faster search", score: 71.2, reason: "Much asked for, but the index has to be rebuilt first." },
      { name: "Dark theme", score: 44 },
      { name: "Import from the old system, with every attachment and comment", score: 12.75, reason: "Few need it." },
    ],
    tool: { slug: "p", viewSpec: { blocks: [{ type: "ranking", label: "Priorities" }] } },
  },
};

export const Text: Story = { args: { output: "Heading 'Recent News Updates' (level 2) added to nio.docx" } };

export const LongText: Story = {
  args: {
    output: Array.from(
      { length: 120 },
      (_, i) => `${i + 1}. The quick brown fox jumps over the lazy dog (see https://example.com/fox/${i}).`,
    ).join("\n"),
  },
};

export const JsonOfAnyShape: Story = {
  args: {
    output: [
      { kind: "leaf" },
      [1, [2, [3, [4, { deep: true, text: "a".repeat(400) }]]]],
      Array.from({ length: 25_000 }, (_, i) => i),
      null,
    ],
  },
};

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAF0lEQVR4nGNgaPiPFTFgFx1MEgx+DQD0CVuB+uuYvAAAAABJRU5ErkJggg==";

/** Parts as MCP servers send them: text, an image with its bytes, an image elsewhere, a link. */
export const McpContent: Story = {
  args: {
    output: {
      content: [
        { type: "text", text: "Generated the logo." },
        { type: "image", data: pixel, mimeType: "image/png" },
        { type: "image", data: "PHN2Zz48L3N2Zz4=", mimeType: "image/svg+xml" },
        { type: "resource_link", uri: "https://example.com/brand/guidelines.pdf", name: "Brand guidelines" },
      ],
    },
  },
};

/** Nothing is fetched because it was drawn: a remote image is named, and opens on a click. */
export const RemoteImage: Story = {
  args: {
    output: { url: "https://images.example.com/logo.png" },
    tool: { slug: "i", viewSpec: { blocks: [{ type: "image", key: "url", label: "Logo" }] } },
  },
};

export const Empty: Story = { args: { output: null } };
export const ErrorInOutput: Story = {
  args: {
    output: { error: { code: "ENOENT", message: "Presentation “steins_gate_ppt” was not found." }, available: 0 },
  },
};

const broken: OutputTool = {
  slug: "broken",
  viewSpec: {
    blocks: [
      { type: "custom", key: "map", label: "Route" },
      { type: "summary", key: "facts", label: "Facts" },
    ],
  },
};

/** A renderer that throws is contained: a word and the raw value stand in its place, the other blocks are untouched. */
export const BrokenRenderer: Story = {
  args: { output: { map: { from: "Rome", to: "Bari" }, facts: { distance: 430 } }, tool: broken },
  render: (args) => {
    const registry = createUiRegistry();
    registry.register("block", "tool-output-broken", () => {
      throw new TypeError("Cannot read the tiles of an unknown map");
    });
    return (
      <ToolProvider components={registry}>
        <ToolOutput {...args} />
      </ToolProvider>
    );
  },
};

/** A tool's own component at slot `block`, key `tool-output-<slug>`. */
export const CustomBlock: Story = {
  args: {
    output: { map: { from: "Rome", to: "Bari" }, facts: { distance: 430 } },
    tool: { ...broken, slug: "route" },
  },
  render: (args) => {
    const registry = createUiRegistry();
    registry.register("block", "tool-output-route", ({ value }: CustomBlockProps) => {
      const { from, to } = value as { from: string; to: string };
      return (
        <p>
          {from} → {to}
        </p>
      );
    });
    return (
      <ToolProvider components={registry}>
        <ToolOutput {...args} />
      </ToolProvider>
    );
  },
};

/** In Arabic, right to left, with German numbers to show that the locale decides. */
export const RightToLeft: Story = {
  args: {
    output: {
      الاسم: "مطعم الوادي",
      score: 4.75,
      rows: [
        { الاسم: "الأول", n: 1_234.5 },
        { الاسم: "الثاني", n: 99 },
      ],
    },
  },
  render: (args) => (
    <div dir="rtl">
      <ToolProvider locale="de">
        <ToolOutput {...args} />
      </ToolProvider>
    </div>
  ),
};

const outputRef = {
  id: "output_1",
  bytes: 12_400_000,
  mediaType: "application/json",
  preview: '{"rows":[{"id":1,"name":"Ada"},{"id":2,"name":"Grace"},',
};

/** An output that is kept beside the log and too large to be fetched unasked. */
export const LargeOutput: Story = {
  args: { output: undefined, outputRef },
  render: (args) => (
    <ToolProvider client={{ output: async () => ({ rows: [{ id: 1, name: "Ada" }] }) }}>
      <ToolOutput {...args} />
    </ToolProvider>
  ),
};

/** A large output that did not come. */
export const LargeOutputFailed: Story = {
  args: { output: undefined, outputRef: { ...outputRef, bytes: 300_000 } },
  render: (args) => (
    <ToolProvider client={{ output: () => Promise.reject(new Error("The host cannot be reached.")) }}>
      <ToolOutput {...args} />
    </ToolProvider>
  ),
};

/** What no section names stands in a fold; an error stands first. */
export const BesideSections: Story = {
  args: {
    output: { rows: years, total: 500, truncated: true, error: { message: "Quota exceeded", code: 429 } },
    tool: { slug: "survey", outputSections: [{ key: "rows", label: "Years", type: "table" }] },
  },
};

/** A pie: shares of a whole, the largest first. */
export const Pie: Story = {
  args: {
    output: { Rent: 750, Food: 250, Travel: 130, Insurance: 90, Books: 24 },
    tool: {
      slug: "spending",
      viewSpec: { blocks: [{ type: "chart", label: "Spending", config: { variant: "pie" } }] },
    },
  },
};

/** A pie of amounts below zero would mislead: bars, and a word why. */
export const RefusedPie: Story = {
  args: {
    output: { Gain: 750, Loss: -250 },
    tool: { slug: "result", viewSpec: { blocks: [{ type: "chart", label: "Result", config: { variant: "pie" } }] } },
  },
};

/** Two amounts against each other. */
export const Scatter: Story = {
  args: {
    output: Array.from({ length: 40 }, (_, i) => ({ weight: 40 + ((i * 37) % 50), price: 3 + ((i * 53) % 61) / 2 })),
    tool: { slug: "goods", viewSpec: { blocks: [{ type: "chart", label: "Goods", config: { variant: "scatter" } }] } },
  },
};

/** Values that say what they are by their key, their schema or themselves. */
export const Values: Story = {
  args: {
    output: {
      status: "open",
      owner: "ada@example.com",
      accent: "#c75a00",
      sizeBytes: 348_949,
      durationMs: 61_400,
      orderId: 20_260_001,
    },
  },
};

/** A unified diff. */
export const Diff: Story = {
  args: {
    output:
      "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n",
  },
};

/** Lines of a terminal, in the theme's colours. */
export const Terminal: Story = {
  args: {
    output:
      "\u001b[1m\u001b[31mFAIL\u001b[0m tests/a.test.ts\n\u001b[32mPASS\u001b[0m tests/b.test.ts\n\u001b[2m2 files\u001b[0m",
  },
};

/** Nested YAML as its value. */
export const Yaml: Story = {
  args: { output: "service: web\nreplicas: 3\nports:\n  - name: http\n    port: 80\n  - name: https\n    port: 443\n" },
};

/** JSON after some words. */
export const JsonAfterWords: Story = {
  args: { output: 'Domain lookup for example.com:\n{"registrar": "Example", "status": "active", "years": 12}' },
};

const report = Array.from({ length: 40 }, (_, line) => `Read package ${line + 1} of 40: ${line % 3} hits`).join("\n");
export const Growing: Story = { args: { output: undefined, outputText: report, isRunning: true } };
export const GrowingJson: Story = {
  args: {
    output: undefined,
    outputText: '{"found": 3, "documents": [{"path": "react/README.md", "hits": 3}, {"path": "ho',
    isRunning: true,
  },
};
export const WithLog: Story = { args: { output: { found: 3, seconds: 2.1 }, outputText: report } };

/** An interface that the output describes (A2UI), drawn by the kit's own components. */
export const Interface: Story = {
  args: { output: orderSurface },
  decorators: [(Drawn) => <ToolProvider onSurfaceAction={() => {}}>{Drawn()}</ToolProvider>],
};
export const InterfaceAtRest: Story = { args: { output: orderSurface } };
