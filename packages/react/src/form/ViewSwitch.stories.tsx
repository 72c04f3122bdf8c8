import type { JsonSchema } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { ToolForm } from "./ToolForm.tsx";

const schema: JsonSchema = {
  type: "object",
  properties: {
    env: { title: "Environment", type: "object", additionalProperties: { type: "string" } },
    metadata: { title: "Metadata", description: "Whatever else is to be kept.", type: "object" },
  },
};

const meta: Meta<typeof ToolForm> = {
  title: "Forms/Entries and JSON",
  component: ToolForm,
  args: {
    schema,
    defaultValue: {
      env: { NODE_ENV: "production", LANG: "de" },
      metadata: { team: "Rail", seats: 42, tags: ["night", "sleeper"] },
    },
    onSubmit: () => {},
  },
  decorators: [
    (Story) => <div style={{ maxInlineSize: "52rem", marginInline: "auto", padding: "1.5rem" }}>{Story()}</div>,
  ],
};
export default meta;
type Story = StoryObj<typeof ToolForm>;

export const AsTheyCome: Story = {};

export const Switched: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    const [map] = await canvas.findAllByRole("button", { name: /^(Edit as JSON|Als JSON|تحرير بصيغة JSON)/ });
    await userEvent.click(map!);
    const [, free] = canvas.getAllByRole("button", { name: /^(Edit as entries|Als Einträge|تحرير على شكل)/ });
    await userEvent.click(free!);
    await expect(canvas.getByDisplayValue("42")).toBeVisible();
  },
};
