import type { JsonSchema } from "@callboard/core";
import type { FormSpec } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { ToolForm } from "./ToolForm.tsx";

const campaign = {
  type: "object",
  required: ["name", "budget", "channel", "audience"],
  properties: {
    name: {
      type: "string",
      title: "Campaign name",
      minLength: 3,
      description: "Customers see it in the subject line.",
    },
    budget: { type: "number", minimum: 100, maximum: 50_000, description: "Between 100 and 50,000." },
    channel: { enum: ["email", "web", "print"] },
    audience: {
      enum: ["new_customers", "returning_customers", "partners", "employees", "everybody"],
      description: "Who is addressed first.",
    },
    start: { type: "string", format: "date" },
    landing_page_url: { type: "string", format: "uri", examples: ["https://example.com/spring"] },
    message: { type: "string", description: "What the mail says." },
    track: { type: "boolean", title: "Count opens and clicks", default: true },
  },
};

const lists = {
  type: "object",
  properties: {
    keywords: { type: "array", title: "Keywords", items: { type: "string" }, description: "One a row." },
    items: {
      type: "array",
      title: "Order lines",
      minItems: 1,
      items: {
        type: "object",
        required: ["product"],
        properties: {
          product: { type: "string" },
          quantity: { type: "integer", minimum: 1, default: 1 },
          gift: { type: "boolean" },
        },
      },
    },
    regions: { type: "array", title: "Regions", items: { enum: ["Europe", "Asia", "Africa", "Americas"] } },
    range: {
      type: "array",
      title: "Range",
      prefixItems: [
        { type: "number", title: "From" },
        { type: "number", title: "To" },
      ],
      items: false,
    },
    headers: { type: "object", title: "Headers", additionalProperties: { type: "string" } },
  },
};

const unions: JsonSchema = {
  type: "object",
  required: ["target"],
  properties: {
    target: {
      title: "Where to publish",
      oneOf: [
        {
          type: "object",
          title: "WordPress",
          required: ["kind", "site"],
          properties: {
            kind: { const: "wordpress" },
            site: { type: "string", format: "uri" },
            status: { enum: ["draft", "published"], default: "draft" },
          },
        },
        {
          type: "object",
          title: "Webhook",
          required: ["kind", "url"],
          properties: {
            kind: { const: "webhook" },
            url: { type: "string", format: "uri" },
            secret: { type: "string", format: "password" },
          },
        },
      ],
    },
    limit: {
      anyOf: [
        { type: "integer", minimum: 1 },
        { type: "string", enum: ["none", "default"] },
      ],
      title: "Limit",
    },
    note: { anyOf: [{ type: "string" }, { type: "null" }], title: "Note" },
    metadata: { type: "object", title: "Metadata", description: "Anything, as JSON." },
    tree: { $ref: "#/$defs/folder", title: "Folder" },
  },
  $defs: { folder: { type: "object", properties: { name: { type: "string" }, inside: { $ref: "#/$defs/folder" } } } },
};

const spec: FormSpec = {
  submitLabel: "Calculate ROI",
  sections: [
    {
      title: "Investment",
      help: "What it costs, once and each year.",
      columns: 2,
      fields: [
        { key: "initial", type: "number", label: "Initial investment", unit: "€", required: true, minimum: 0 },
        { key: "yearly", type: "number", label: "Yearly cost", unit: "€", help: "Licences, hosting and staff." },
      ],
    },
    {
      title: "Return",
      columns: 2,
      fields: [
        { key: "gain", type: "number", label: "Yearly gain", unit: "€", required: true },
        { key: "years", type: "number", label: "Years", default: 3, minimum: 1, maximum: 20 },
        { key: "inflate", type: "boolean", label: "Count inflation", variant: "switch" },
        {
          key: "inflation",
          type: "number",
          label: "Inflation",
          unit: "%",
          visibleWhen: { field: "inflate", operator: "eq", value: true },
        },
      ],
    },
    {
      audience: "internal",
      fields: [{ key: "scenario", type: "text", label: "Scenario id", help: "Kept with the run." }],
    },
  ],
};

const filled = {
  name: "Spring",
  budget: 1200,
  channel: "email",
  audience: "partners",
  start: "2026-03-31",
  track: true,
};
const onSubmit = () => new Promise<void>((resolve) => setTimeout(resolve, 800));

const meta: Meta<typeof ToolForm> = {
  title: "Forms/ToolForm",
  component: ToolForm,
  args: { onSubmit },
  decorators: [
    (Story) => <div style={{ maxInlineSize: "40rem", marginInline: "auto", padding: "1.5rem" }}>{Story()}</div>,
  ],
};
export default meta;
type Story = StoryObj<typeof ToolForm>;

export const FromSchema: Story = { args: { schema: campaign, submitLabel: "Start campaign" } };
export const FromSpec: Story = { args: { spec } };
export const Embed: Story = { args: { spec, mode: "embed" } };
export const Lists: Story = {
  args: {
    schema: lists,
    defaultValue: {
      keywords: ["callboard", "tools"],
      items: [{ product: "Chair", quantity: 2 }, { product: "Table" }],
      headers: { "X-Team": "growth" },
    },
  },
};
export const Unions: Story = { args: { schema: unions } };
export const Errors: Story = {
  args: { schema: campaign, defaultValue: { name: "Ab", budget: 5, message: "Hello" } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Run" }));
    await expect(await canvas.findByRole("alert")).toHaveTextContent("fields need attention");
  },
};
export const ServerErrors: Story = {
  args: {
    schema: campaign,
    defaultValue: filled,
    errors: {
      "/name": "A campaign of this name is running.",
      "": "The mail server did not answer. Try again in a minute.",
    },
  },
};
export const Taken: Story = {
  args: { schema: campaign, defaultValue: filled, submitLabel: "Save", successMessage: "Saved", onSubmit: () => {} },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(await canvas.findByText("Saved")).toBeVisible();
  },
};
export const Loading: Story = { args: { schema: campaign, defaultValue: filled, isLoading: true } };
export const Disabled: Story = {
  args: { schema: campaign, defaultValue: filled, disabled: "You may see this tool, but not run it." },
};
export const ReadOnly: Story = {
  args: {
    schema: { ...campaign, properties: { ...campaign.properties, regions: lists.properties.regions } },
    defaultValue: { ...filled, regions: ["Europe", "Asia"] },
    readOnly: true,
  },
};
export const NoInput: Story = { args: { schema: { type: "object", properties: {} } } };
export const Long: Story = {
  args: {
    schema: {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 200 }, (_, i) => [
          `field_${i}`,
          ([{ type: "string" }, { type: "number" }, { enum: ["alpha", "beta"] }, { type: "boolean" }] as JsonSchema[])[
            i % 4
          ]!,
        ]),
      ),
    },
  },
};
export const LongNames: Story = {
  args: {
    schema: {
      type: "object",
      required: ["a_very_long_name_that_nobody_would_want_but_somebody_has_anyway"],
      properties: {
        a_very_long_name_that_nobody_would_want_but_somebody_has_anyway: { type: "string" },
        Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter: {
          enum: ["Donaudampfschifffahrtskapitän, der seit vielen Jahren nicht mehr fährt"],
        },
        flag: {
          type: "boolean",
          title:
            "An agreement whose text is so long that it has to be read over two lines or three, however wide the page",
        },
      },
    },
  },
};
export const RightToLeft: Story = {
  args: {
    schema: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", title: "الاسم", description: "كما يظهر على البطاقة" },
        size: { enum: ["صغير", "كبير"], title: "الحجم" },
        on: { type: "boolean", title: "أوافق على الشروط" },
        rows: { type: "array", title: "العناصر", items: { type: "string" } },
      },
    },
    defaultValue: { rows: ["أول", "ثان"] },
    submitLabel: "تشغيل",
  },
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
};
