import { ToolClientError, type ToolClient, type ToolListing } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { ToolLibrary } from "./ToolLibrary.tsx";

const tool = (
  name: string,
  category: string,
  icon: string,
  description: string,
  more: Partial<ToolListing> = {},
): ToolListing => ({
  slug: name.toLowerCase().replace(/\W+/g, "-"),
  name,
  category,
  icon,
  description,
  origin: "custom",
  kind: "code",
  ...more,
});

const few: ToolListing[] = [
  tool(
    "ROI Calculator",
    "analysis",
    "calculator",
    "Net present value, payback period and a year-by-year table for an investment.",
  ),
  tool(
    "Quick Score",
    "analysis",
    "gauge",
    "Weighs a few criteria into one score, with the part each criterion had in it.",
  ),
  tool(
    "Priority Matrix",
    "analysis",
    "list-ordered",
    "Ranks initiatives by impact against effort. Use it once the candidates are known; it finds none by itself.",
  ),
  tool("Find by Name", "documents", "file-search", "Finds documents by a pattern such as **/README.md.", {
    origin: "platform",
  }),
  tool("Read Document", "documents", "file-text", "Reads a part of a document by character range.", {
    origin: "platform",
  }),
  tool("Generate Image", "media", "image", "Draws an image from a description.", {
    origin: "system",
    kind: "system_override",
  }),
  tool(
    "Café Menu Translator",
    "writing",
    "languages",
    "Translates a menu and keeps prices, allergens and dish names apart.",
    { kind: "tenant_custom" },
  ),
];

const meta: Meta<typeof ToolLibrary> = {
  title: "Pages/ToolLibrary",
  component: ToolLibrary,
  args: { href: (listing) => `#/tools/${listing.slug}` },
};
export default meta;
type Story = StoryObj<typeof ToolLibrary>;

export const AFew: Story = { args: { tools: few } };
export const One: Story = { args: { tools: few.slice(0, 1) } };
/** Seen, and not to be run now. */
export const Locked: Story = {
  args: { tools: few.map((one, index) => (index % 3 === 0 ? { ...one, locked: "Open a space first." } : one)) },
};
/** Seen, and waiting for a model that whoever runs the host connects. */
export const NeedsModel: Story = {
  args: {
    tools: few.map((one, index) =>
      index % 3 === 0
        ? { ...one, locked: "It needs a model, and none is connected to this host.", needs: "model" }
        : one,
    ),
  },
};
export const None: Story = { args: { tools: [] } };

/** Entries out of sight skip layout. */
export const Thousand: Story = {
  // A thousand times the entry that the others have checked would take axe half a minute.
  parameters: { a11y: { test: "off" } },
  args: {
    tools: Array.from({ length: 1_000 }, (_, i) => {
      const from = few[i % few.length]!;
      return { ...from, slug: `tool-${i}`, name: `${from.name} ${i}` };
    }),
  },
};

export const LongNames: Story = {
  args: {
    tools: [
      tool(
        "Cross-border-shipment-reconciliation-and-exception-reporting",
        "supply-chain-and-logistics-operations",
        "truck",
        "A description of one word that does not end: ".concat("x".repeat(180)),
      ),
      ...few.slice(0, 2),
      tool("حاسبة العائد", "analysis", "no-such-icon", "تحسب صافي القيمة الحالية وفترة الاسترداد."),
    ],
  },
};

const client = (tools: NonNullable<ToolClient["tools"]>): ToolClient => ({ tools });

export const Loading: Story = { args: { client: client(() => new Promise(() => {})) } };
export const Unreachable: Story = {
  args: {
    client: client(() =>
      Promise.reject(new ToolClientError("connect ECONNREFUSED 127.0.0.1:4600", { code: "unreachable", status: 0 })),
    ),
  },
};

/** Tools that did not load are named with their error, below the ones that did. */
export const WithFailures: Story = {
  args: {
    tools: few,
    failures: [
      { file: "tools/weather/definition.ts", error: "Expected “}” but found “;” at line 12, column 4" },
      { file: "tools/old/definition.ts", error: new Error('A tool with the slug "quick-score" is registered already') },
    ],
  },
};
