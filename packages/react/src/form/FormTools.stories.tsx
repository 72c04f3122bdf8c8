import type { DraftStorage } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useRef, type ReactNode } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import type { ToolFormHandle, ToolFormProps } from "./formProps.ts";
import { ToolForm } from "./ToolForm.tsx";

const inputSchema = {
  type: "object",
  required: ["name", "budget"],
  properties: {
    name: {
      type: "string",
      title: "Campaign name",
      minLength: 3,
      description: "Customers see it in the subject line.",
    },
    budget: { type: "number", maximum: 50_000, description: "At most 50,000." },
    channel: { enum: ["email", "web", "print"] },
    message: { type: "string", description: "What the mail says." },
    track: { type: "boolean", title: "Count opens and clicks", default: true },
    regions: { type: "array", title: "Regions", items: { type: "string" } },
  },
};

function Form(props: ToolFormProps): ReactNode {
  return (
    <div style={{ maxInlineSize: "36rem", minBlockSize: "24rem" }}>
      <ToolForm tool={{ inputSchema, slug: "plan-campaign" }} onSubmit={() => undefined} tools {...props} />
    </div>
  );
}

const meta: Meta<typeof Form> = {
  title: "Forms/Tools",
  component: Form,
  args: { defaultValue: { name: "Spring", budget: 1200, regions: ["Europe", "Asia"] } },
};
export default meta;

type Story = StoryObj<typeof Form>;

export const Toolbar: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("toolbar", { name: "Form tools" })).toBeVisible();
  },
};

export const Changed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole("textbox", { name: "Campaign name" }), " sale");
    await expect(await canvas.findByRole("button", { name: "Undo" })).not.toHaveAttribute("aria-disabled");
  },
};

export const CopyOpen: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Copy input" }));
    await expect(canvas.getByRole("menuitem", { name: "as curl" })).toBeVisible();
  },
};

const openJson = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole("button", { name: "JSON" }));
  return { canvas, editor: await canvas.findByRole("textbox", { name: "Input as JSON" }) };
};

export const Json: Story = {
  play: async ({ canvasElement }) => {
    const { editor } = await openJson(canvasElement);
    await expect(editor).toHaveTextContent(/"Spring"/);
  },
};

export const JsonWithWrongValue: Story = {
  args: { defaultValue: { name: "Sp", budget: 120_000 } },
  play: async ({ canvasElement }) => {
    const { canvas } = await openJson(canvasElement);
    await expect(await canvas.findByRole("button", { name: /Line 3: budget/ })).toBeVisible();
  },
};

export const JsonWithUnknownKeys: Story = {
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await openJson(canvasElement);
    await userEvent.clear(editor);
    await userEvent.paste('{\n  "name": "Spring",\n  "budget": 120000,\n  "chanel": "web",\n  "colour": "green"\n}');
    const message = "Line 4: “chanel” is not a field of this tool. Did you mean “channel”?";
    await expect(await canvas.findByRole("button", { name: message })).toBeVisible();
  },
};

export const JsonBroken: Story = {
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await openJson(canvasElement);
    await userEvent.clear(editor);
    await userEvent.paste('{\n  "name": "Spring",\n  "budget": 1200\n  "track": true\n}');
    await expect(await canvas.findByRole("button", { name: /Line 4: a comma is missing/ })).toBeVisible();
  },
};

export const FormBesideBrokenJson: Story = {
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await openJson(canvasElement);
    await userEvent.clear(editor);
    await userEvent.paste('{ "name": "Spr');
    await userEvent.click(canvas.getByRole("button", { name: "Form" }));
    await expect(canvas.getByText(/The JSON is not valid yet/)).toBeVisible();
  },
};

function FilledByModel(props: ToolFormProps): ReactNode {
  const form = useRef<ToolFormHandle>(null);
  useEffect(() => {
    form.current?.applyArguments(
      { name: "Summer sale", budget: 4000, channel: "web", message: "Dear reader,\nit is warm again." },
      { partial: false },
    );
  }, []);
  return <Form {...props} formRef={form} />;
}

export const WhoFilledItIn: Story = {
  render: (args) => <FilledByModel {...args} />,
  args: { defaultValue: {} },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const name = canvas.getByRole("textbox", { name: "Campaign name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Warm days");
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Changed by you/));
    await expect(canvas.getAllByText("Filled by the model")).toHaveLength(3);
  },
};

/** Answers with a draft of whatever form asks. */
const kept: DraftStorage = {
  get: (key) => ({ v: 1, key, at: Date.UTC(2026, 2, 31, 14, 30), value: { name: "Autumn", budget: 900 }, marks: {} }),
  set: () => undefined,
  remove: () => undefined,
};
const full: DraftStorage = {
  get: () => undefined,
  set: () => {
    throw new DOMException("The storage is full", "QuotaExceededError");
  },
  remove: () => undefined,
};

function Reloaded({ storage, ...props }: ToolFormProps & { storage: DraftStorage }): ReactNode {
  return <Form {...props} draft={{ tool: "plan-campaign", user: "ada", storage }} />;
}

export const DraftRestored: Story = {
  render: (args) => <Reloaded {...args} storage={kept} />,
  args: { defaultValue: {} },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/^Restored what you typed on/)).toBeVisible();
    await expect(canvas.getByRole("textbox", { name: "Campaign name" })).toHaveValue("Autumn");
  },
};

export const DraftNotKept: Story = {
  render: (args) => <Reloaded {...args} storage={full} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole("textbox", { name: "Campaign name" }), "!");
    await expect(await canvas.findByText(/Drafts are not kept/, {}, { timeout: 3_000 })).toBeVisible();
  },
};
