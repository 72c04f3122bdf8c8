import "../styles/author.css";
import type { AuthoredTool, AuthoringClient, ToolTestPart } from "@callboard/core/client";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { ToolEditor } from "./ToolEditor.tsx";

const haiku: AuthoredTool = {
  slug: "haiku",
  name: "Haiku",
  description: "Writes a haiku about a topic. Use it where somebody asks for one.",
  userDescription: null,
  category: "writing",
  icon: "pencil",
  kind: "tenant_custom",
  origin: "custom",
  inputSchema: { type: "object", properties: { topic: { type: "string", title: "Topic" } }, required: ["topic"] },
  outputSchema: { type: "string", title: "Answer" },
  outputSections: null,
  executionSpec: { kind: "prompt", mode: "direct", prompt_template: "Write a haiku about {{topic}}." },
  permissionPolicy: "auto",
  requiredPermission: null,
  enabled: true,
  isOn: true,
  version: "v2",
  revision: "r2",
  changed: [],
  updatedAt: Date.UTC(2026, 0, 2),
  updatedBy: "ada",
};

const client: AuthoringClient = {
  list: async () => [haiku],
  get: async () => haiku,
  create: async () => haiku,
  update: async () => haiku,
  remove: async () => {},
  test: async () => ({ output: "Green frogs leap.", error: null, durationMs: 900 }),
  async *stream(): AsyncGenerator<ToolTestPart> {
    yield { type: "text", delta: "Green frogs leap." };
    yield { type: "end", output: "Green frogs leap.", error: null, durationMs: 900 };
  },
  versions: async () => [
    {
      version: "v2",
      createdAt: Date.UTC(2026, 0, 2),
      createdBy: "ada",
      changes: [{ path: "/name", before: "Poem", now: "Haiku" }],
    },
    { version: "v1", createdAt: Date.UTC(2026, 0, 1), createdBy: "ada", changes: [] },
  ],
  restore: async () => haiku,
};

const meta: Meta<typeof ToolEditor> = {
  title: "Pages/ToolEditor",
  component: ToolEditor,
  args: { client, tools: [{ slug: "search", name: "Search", category: "writing" }] },
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

export const InCode: Story = {
  args: { mode: "edit", tool: { ...haiku, kind: "code", executionSpec: null, enabled: null } },
};
