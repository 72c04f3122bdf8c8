import type { JsonSchema } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { arabic } from "../messages/ar.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { SchemaForm } from "./ToolForm.tsx";

const listOf = (list: JsonSchema, required = false): JsonSchema => ({
  type: "object",
  ...(required && { required: ["list"] }),
  properties: { list: { title: "Order lines", description: "What is ordered, the most urgent first.", ...list } },
});
const texts: JsonSchema = { type: "array", items: { type: "string" } };
const lines: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["product"],
    properties: { product: { type: "string" }, quantity: { type: "integer", minimum: 1 }, gift: { type: "boolean" } },
  },
};
const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter";

const meta: Meta<typeof SchemaForm> = {
  title: "Forms/Lists",
  component: SchemaForm,
  args: { onSubmit: () => {} },
  decorators: [
    (Story) => <div style={{ maxInlineSize: "40rem", marginInline: "auto", padding: "1.5rem" }}>{Story()}</div>,
  ],
};
export default meta;
type Story = StoryObj<typeof SchemaForm>;

export const Empty: Story = { args: { schema: listOf(texts) } };
export const OneRow: Story = { args: { schema: listOf(texts), defaultValue: { list: ["Chair"] } } };
export const Texts: Story = { args: { schema: listOf(texts), defaultValue: { list: ["Chair", "Table", "Lamp"] } } };
export const Checkboxes: Story = {
  args: { schema: listOf({ type: "array", items: { type: "boolean" } }), defaultValue: { list: [true, false] } },
};
export const Objects: Story = {
  args: { schema: listOf(lines), defaultValue: { list: [{ product: "Chair", quantity: 2 }, { product: "Table" }] } },
};
const goods: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["product", "quantity"],
    properties: {
      product: { type: "string", title: "Product", minLength: 2 },
      quantity: { type: "integer", title: "Quantity", minimum: 1, description: "In pieces" },
      wrapping: { enum: ["Box", "Bag"], title: "Wrapping" },
      gift: { type: "boolean", title: "Gift", default: false },
    },
  },
};
const basket = {
  list: [
    { product: "Chair", quantity: 2, wrapping: "Box", gift: true },
    { product: "Table", quantity: 1 },
    { product: "Lamp", quantity: 4, wrapping: "Bag" },
  ],
};
export const Table: Story = { args: { schema: listOf(goods), defaultValue: basket } };
export const TableOnNarrowForms: Story = {
  args: { schema: listOf(goods), defaultValue: basket },
  decorators: [(Story) => <div style={{ maxInlineSize: "18rem" }}>{Story()}</div>],
};
export const TableWithErrors: Story = {
  args: { schema: listOf(goods), defaultValue: { list: [{ product: "C", quantity: 0 }, { product: "Table" }] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Run" }));
    await expect((await canvas.findAllByText("Must be at least 1")).length).toBeGreaterThan(0);
  },
};
export const TableRightToLeft: Story = {
  args: { schema: listOf(goods), defaultValue: basket },
  decorators: [
    (Story) => (
      <ToolProvider locale="ar" messages={arabic}>
        {Story()}
      </ToolProvider>
    ),
  ],
};
export const TableReadOnly: Story = { args: { schema: listOf(goods), defaultValue: basket, readOnly: true } };
export const Full: Story = {
  args: { schema: listOf({ ...texts, maxItems: 2 }), defaultValue: { list: ["Chair", "Table"] } },
};
export const Fewest: Story = {
  args: { schema: listOf({ ...texts, minItems: 2 }, true), defaultValue: { list: ["Chair", "Table"] } },
};
export const FixedNumber: Story = {
  args: { schema: listOf({ ...texts, minItems: 2, maxItems: 2 }, true), defaultValue: { list: ["Chair", "Table"] } },
};
export const Tuple: Story = {
  args: {
    schema: listOf({
      type: "array",
      prefixItems: [
        { type: "string", title: "Street" },
        { type: "number", title: "Number" },
      ],
      items: { type: "string" },
    }),
    defaultValue: { list: ["High Street", 5, "Back door", "Second floor"] },
  },
};
export const OfLists: Story = {
  args: {
    schema: listOf({ type: "array", items: { type: "array", items: { type: "number" } } }),
    defaultValue: { list: [[1, 2], [3]] },
  },
};
export const OfMaps: Story = {
  args: {
    schema: listOf({ type: "array", items: { type: "object", additionalProperties: { type: "string" } } }),
    defaultValue: { list: [{ colour: "red" }, {}] },
  },
};
export const OfUnions: Story = {
  args: {
    schema: listOf({
      type: "array",
      items: {
        oneOf: [
          { title: "Wait", type: "object", required: ["seconds"], properties: { seconds: { type: "number" } } },
          { title: "Click", type: "object", required: ["on"], properties: { on: { type: "string" } } },
        ],
      },
    }),
    defaultValue: { list: [{ seconds: 2 }, { on: "Send" }] },
  },
};
export const Removed: Story = {
  args: { schema: listOf(texts), defaultValue: { list: ["Chair", "Table"] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Remove Item 1" }));
    await expect(await canvas.findByRole("button", { name: "Undo: bring back Item 1" })).toBeVisible();
  },
};
export const WithError: Story = {
  args: { schema: listOf({ ...texts, minItems: 3 }), defaultValue: { list: ["Chair", "Chair"] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Run" }));
    await expect(await canvas.findByText("Needs at least 3 items")).toBeVisible();
  },
};
export const Disabled: Story = {
  args: { schema: listOf(texts), defaultValue: { list: ["Chair", "Table"] }, disabled: "The shop is closed." },
};
export const ReadOnly: Story = {
  args: { schema: listOf(lines), defaultValue: { list: [{ product: "Chair", quantity: 2 }] }, readOnly: true },
};
export const Narrow: Story = {
  args: { schema: listOf(texts), defaultValue: { list: ["Chair", "Table"] } },
  decorators: [(Story) => <div style={{ inlineSize: "18rem" }}>{Story()}</div>],
};
export const LongWords: Story = {
  args: {
    schema: listOf({
      title: long,
      description: long,
      type: "array",
      items: { type: "object", properties: { [long]: { type: "string" } } },
    }),
    defaultValue: { list: [{ [long]: long }, {}] },
  },
  decorators: [(Story) => <div style={{ inlineSize: "18rem" }}>{Story()}</div>],
};
export const RightToLeft: Story = {
  args: { schema: listOf({ ...texts, title: "العناصر", description: "" }), defaultValue: { list: ["أول", "ثان"] } },
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
};
export const Many: Story = {
  args: {
    schema: listOf(lines),
    defaultValue: { list: Array.from({ length: 100 }, (_, at) => ({ product: `Chair ${at}`, quantity: at + 1 })) },
  },
};
