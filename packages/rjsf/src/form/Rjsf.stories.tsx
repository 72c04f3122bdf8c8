import type { JsonSchema } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ToolForm } from "@callboard/react";
import { RjsfForm } from "./RjsfForm.tsx";

/** What else is asked for follows from how the postcode and the parcels' weights look: more than our conditions say. */
const shipping: JsonSchema = {
  type: "object",
  required: ["country", "parcels"],
  properties: {
    country: { type: "string", description: "In English. Countries that begin with N need a postcode." },
    express: { type: "boolean", title: "By express", description: "The next working day." },
    speed: { title: "Insurance", enum: ["none", "basic", "full"] },
    notes: { type: "object", title: "Labels", additionalProperties: { type: "string" } },
    parcels: {
      type: "array",
      items: {
        type: "object",
        required: ["weight"],
        properties: {
          weight: { type: "number", minimum: 0, title: "Weight in kg" },
          content: { type: "string", title: "What is in it" },
        },
      },
    },
    contact: {
      title: "How to reach you",
      oneOf: [
        { title: "By mail", properties: { email: { type: "string", format: "email" } }, required: ["email"] },
        { title: "By phone", properties: { phone: { type: "string" } }, required: ["phone"] },
      ],
    },
  },
  if: { properties: { country: { pattern: "^N" } }, required: ["country"] },
  then: { properties: { postcode: { type: "string", minLength: 4 } }, required: ["postcode"] },
};

const filled = {
  country: "Norway",
  postcode: "0150",
  express: true,
  speed: "full",
  notes: { colour: "blue" },
  parcels: [{ weight: 2.5, content: "Lamps" }, { weight: 1 }],
  contact: { phone: "+47 22 00 00 00" },
};

/** Forms whose schema is beyond the form model, drawn by rjsf in the kit's fields. */
const meta: Meta<typeof ToolForm> = {
  title: "Forms/Beyond the form model",
  component: ToolForm,
  args: { schema: shipping, onSubmit: () => {}, submitLabel: "Send" },
};
export default meta;

type Story = StoryObj<typeof ToolForm>;

export const Empty: Story = {};

export const FieldsComeAndGo: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText(/^Country/), "Nepal");
    await expect(await canvas.findByLabelText(/^Postcode/)).toBeVisible();
  },
};

export const Filled: Story = { args: { defaultValue: filled } };

export const Embedded: Story = { args: { defaultValue: filled, mode: "embed" } };

export const ReadOnly: Story = { args: { defaultValue: filled, readOnly: true } };

export const Disabled: Story = { args: { defaultValue: filled, disabled: "You may look at this only." } };

export const Busy: Story = { args: { defaultValue: filled, isLoading: true } };

export const WithErrors: Story = {
  args: { defaultValue: { country: "Norway", postcode: "1", parcels: [{ weight: -1 }] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByLabelText(/^Postcode/);
    await userEvent.click(canvas.getByRole("button", { name: "Send" }));
    await expect(await canvas.findByRole("alert")).toHaveTextContent("fields need attention");
    await waitFor(() => expect(document.activeElement).toBe(canvas.getByLabelText(/^Weight/)));
  },
};

/** For who comes from rjsf: its props, its uiSchema, the kit's looks. */
export const FromRjsf: StoryObj<typeof RjsfForm> = {
  render: () => (
    <RjsfForm
      schema={{
        type: "object",
        title: "A registration form",
        description: "As it stands in rjsf's own playground.",
        required: ["firstName", "lastName"],
        properties: {
          firstName: { type: "string", default: "Chuck" },
          lastName: { type: "string" },
          age: { type: "integer" },
          bio: { type: "string" },
          password: { type: "string", minLength: 3 },
          score: { type: "integer", minimum: 0, maximum: 10 },
          size: { type: "string", enum: ["s", "m", "l"] },
          tags: { type: "array", uniqueItems: true, items: { type: "string", enum: ["red", "green", "blue"] } },
          photo: { type: "string", format: "data-url" },
        },
      }}
      uiSchema={{
        "ui:submitButtonOptions": { submitText: "Register" },
        "ui:order": ["lastName", "*"],
        firstName: { "ui:autofocus": false, "ui:help": "As your friends say it." },
        age: { "ui:widget": "updown" },
        bio: { "ui:widget": "textarea", "ui:placeholder": "In a few words" },
        password: { "ui:widget": "password" },
        score: { "ui:widget": "range" },
        size: { "ui:widget": "radio", "ui:enumNames": ["Small", "Medium", "Large"] },
        tags: { "ui:widget": "checkboxes" },
      }}
    />
  ),
};

export const FromRjsfWithErrors: StoryObj<typeof RjsfForm> = {
  ...FromRjsf,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Register" }));
    await expect(await canvas.findByRole("alert")).toHaveTextContent("Last Name");
    await waitFor(() => expect(document.activeElement).toBe(canvas.getByLabelText(/^Last Name/)));
  },
};
