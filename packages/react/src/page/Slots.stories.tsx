import { createRegistry, defineTool, type ToolDefinition } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo, type ReactNode } from "react";
import { expect, within } from "storybook/test";
import { z } from "zod";
import { AgentTimeline } from "../card/AgentTimeline.tsx";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { controlProps, type FieldInputProps } from "../field/api/fieldInput.ts";
import { ToolForm } from "../form/ToolForm.tsx";
import { card } from "../provider/card.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { callHistories, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { ToolOutput } from "../view/ToolOutput.tsx";
import { ToolIcon } from "../view/ToolIcon.tsx";

/** What an app draws itself, and what stands there when that goes wrong. */
const meta: Meta = {
  title: "Pages/Slots",
  decorators: [
    (Story) => <div style={{ maxInlineSize: "40rem", marginInline: "auto", padding: "1.5rem" }}>{Story()}</div>,
  ],
};
export default meta;
type Story = StoryObj;

const booking = {
  type: "object",
  required: ["guest"],
  properties: {
    guest: { type: "string", title: "Guest", description: "As on the passport." },
    nights: { type: "integer", title: "Nights", minimum: 1, maximum: 14 },
    phone: { type: "string", format: "phone", title: "Phone" },
  },
};
const Nights = (props: FieldInputProps) => (
  <input
    {...controlProps(props)}
    type="range"
    min={1}
    max={14}
    value={Number(props.value ?? 1)}
    onChange={(event) => props.onChange(Number(event.target.value))}
  />
);
const Phone = (props: FieldInputProps) => (
  <input
    {...controlProps(props)}
    className="cb-input"
    type="tel"
    value={String(props.value ?? "")}
    onChange={(event) => props.onChange(event.target.value || undefined)}
  />
);
const Throws = (): ReactNode => {
  throw new Error("This component has a mistake.");
};

const survey: ToolDefinition = defineTool({
  ...surveyTool,
  inputSchema: z.object({ word: z.string() }),
  outputSchema: z.object({ found: z.number() }),
  execute: () => ({ found: 3 }),
});
const output = { word: "callboard", found: 3, documents: [{ path: "react/README.md", count: 3 }] };
const history = callHistories.completed;

/** One field by its pointer; label, help and error are the kit's. */
export const Field: Story = {
  render: () => <ToolForm schema={booking} fields={{ "/nights": Nights }} onSubmit={() => {}} />,
};
/** Every field of a storage type, by the slot `field-input`. */
export const FieldsOfAType: Story = {
  render: function Form() {
    const components = useMemo(() => {
      const registry = createUiRegistry();
      registry.register("field-input", "phone", Phone);
      return registry;
    }, []);
    return (
      <ToolProvider components={components}>
        <ToolForm schema={booking} onSubmit={() => {}} />
      </ToolProvider>
    );
  },
};
const cards = [
  card(survey, ({ output: result, Default }) =>
    result ? <p>Found {(result as { found: number }).found} times.</p> : <Default />,
  ),
];
/** What opens below the header of a call's card. */
export const Card: Story = {
  render: function Card() {
    const timeline = useMemo(() => timelineOf(history), []);
    return (
      <ToolProvider timeline={timeline} cards={cards}>
        <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
      </ToolProvider>
    );
  },
};
function Output({ fill }: { fill: (registry: ReturnType<typeof createUiRegistry>) => void }): ReactNode {
  const components = useMemo(() => {
    const registry = createUiRegistry();
    fill(registry);
    return registry;
  }, [fill]);
  const viewSpec = {
    blocks: [
      { type: "custom" as const, key: "found" },
      { type: "table" as const, key: "documents" },
    ],
  };
  return (
    <ToolProvider components={components}>
      <ToolOutput tool={{ slug: "survey", viewSpec }} output={output} />
    </ToolProvider>
  );
}
const withView = (registry: ReturnType<typeof createUiRegistry>) =>
  void registry.register("view", "tool:survey", () => <p>Three times, all in one document.</p>);
const withBlock = (registry: ReturnType<typeof createUiRegistry>) =>
  void registry.register("block", "tool-output-survey", ({ value }: { value?: unknown }) => (
    <p>Found {String(value)} times.</p>
  ));
const withBrokenBlock = (registry: ReturnType<typeof createUiRegistry>) =>
  void registry.register("block", "tool-output-survey", Throws);
/** A tool's whole output. */
export const View: Story = { render: () => <Output fill={withView} /> };
/** One block of an output. */
export const Block: Story = { render: () => <Output fill={withBlock} /> };

const says = [
  { type: "agent.started" as const, agentId: "a" },
  { type: "agent.text_appended" as const, agentId: "a", delta: "Each of you pays 22 €." },
];
const inQuotes = (text: string): ReactNode => <blockquote>{text}</blockquote>;
/** What agents say. */
export const Text: Story = {
  render: function Text() {
    const timeline = useMemo(() => timelineOf(says), []);
    return (
      <ToolProvider timeline={timeline} renderText={inQuotes}>
        <AgentTimeline />
      </ToolProvider>
    );
  },
};

/** A field's component throws: the kit's own stands below the note, and the form can be filled in. */
export const BrokenField: Story = {
  render: () => <ToolForm schema={booking} fields={{ "/nights": Throws }} onSubmit={() => {}} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/component at field \/nights/)).toBeVisible();
    await expect(canvas.getByRole("spinbutton", { name: "Nights" })).toBeVisible();
  },
};
/** A block's component throws: its raw value stands there, and the others are as they were. */
export const BrokenBlock: Story = { render: () => <Output fill={withBrokenBlock} /> };
/** Mistakes in a FormSpec, each beside its field, as a developer sees them. */
export const BrokenFormSpec: Story = {
  render: () => (
    <ToolForm
      schema={{ ...booking, additionalProperties: false }}
      spec={
        {
          fields: [
            { key: "guest" },
            { key: "phon", label: "Phone" },
            { key: "nights", variant: "slidr", visibleWhen: { field: "guest", operator: "==", value: "Ada" } },
          ],
        } as never
      }
      onSubmit={() => {}}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/Did you mean "phone"/)).toBeVisible();
    await expect(await canvas.findByText(/Did you mean "slider"/)).toBeVisible();
  },
};
/** No FormSpec at all, and no schema to fall back on. */
export const NoFormSpec: Story = { render: () => <ToolForm spec={"guest" as never} onSubmit={() => {}} /> };
/** A wrench stands for an icon that nobody has. */
export const UnknownIcon: Story = {
  render: () => (
    <div className="callboard">
      <ToolIcon name="no-such-icon" />
    </div>
  ),
};

/** What is refused where it is written, before anything is drawn: the words of the error. */
function Refused({ by }: { by: () => void }): ReactNode {
  return <pre style={{ whiteSpace: "pre-wrap" }}>{errorOf(by)}</pre>;
}
function errorOf(act: () => void): string {
  try {
    act();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
/** A spec that is registered by a slug alone. */
export const MissingPrefix: Story = {
  render: () => <Refused by={() => createRegistry().registerFormSpec("survey", { fields: [{ key: "word" }] })} />,
};
/** A tool whose input is no object. */
export const NoObject: Story = {
  render: () => <Refused by={() => void createRegistry().register({ ...survey, inputSchema: { type: "string" } })} />,
};
/** A component at a key that nothing asks for. */
export const UnknownKey: Story = {
  render: () => <Refused by={() => void createUiRegistry().register("view", "survey", Throws)} />,
};
