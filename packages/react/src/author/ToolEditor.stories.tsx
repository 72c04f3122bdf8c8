import "../styles/author.css";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { haiku, haikuClient } from "../testing/fixtures/haikuTool.ts";
import { ToolEditor } from "./ToolEditor.tsx";

const meta: Meta<typeof ToolEditor> = {
  title: "Pages/ToolEditor",
  component: ToolEditor,
  args: { client: haikuClient, tools: [{ slug: "search", name: "Search", category: "writing" }] },
};
export default meta;

type Story = StoryObj<typeof ToolEditor>;

export const NewTool: Story = { args: { mode: "create" } };

export const Saved: Story = { args: { mode: "edit", tool: haiku } };

export const Steps: Story = {
  args: {
    mode: "edit",
    tool: {
      ...haiku,
      outputSchema: {},
      executionSpec: {
        kind: "composition",
        steps: [{ id: "step1", tool: "search", input: { topic: { $from: "input", path: "/topic" } } }],
      },
    },
  },
};

/** Two steps begin at once, the third waits for both; one of them runs again, and one waits for what comes after it. */
export const StepsThatWait: Story = {
  args: {
    mode: "edit",
    tool: {
      ...haiku,
      outputSchema: {},
      executionSpec: {
        kind: "composition",
        steps: [
          { id: "step1", tool: "search", input: {}, depends_on: [], retry: { attempts: 3, delay_seconds: 2 } },
          { id: "step2", tool: "search", input: {}, depends_on: ["step3"] },
          { id: "step3", tool: "search", input: { topic: { $from: "step1" } }, depends_on: ["step1"] },
        ],
      },
    },
  },
};

export const InCode: Story = {
  args: { mode: "edit", tool: { ...haiku, kind: "code", executionSpec: null, enabled: null } },
};
