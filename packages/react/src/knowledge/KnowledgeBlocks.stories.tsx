import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { arabic } from "../messages/ar.ts";
import { german } from "../messages/de.ts";
import { ToolProvider, type ToolProviderProps } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { ToolOutput, type ToolOutputProps } from "../view/ToolOutput.tsx";
import { around, contents, entries, found, reading, tree, toolOf } from "./testing/fixtures/knowledgeOutputs.ts";
import { registerKnowledgeBlocks } from "./registerKnowledgeBlocks.tsx";

const components = createUiRegistry();
registerKnowledgeBlocks(components);

interface Args extends ToolOutputProps {
  language?: Pick<ToolProviderProps, "locale" | "messages">;
  width?: number;
}

const meta: Meta<Args> = {
  title: "Outputs/Knowledge",
  render: ({ language, width, ...args }) => (
    <ToolProvider components={components} {...language}>
      <div style={{ maxInlineSize: width }}>
        <ToolOutput {...args} />
      </div>
    </ToolProvider>
  ),
};
export default meta;
type Story = StoryObj<Args>;

const search = toolOf("search_knowledge", "results");

/** Passages by their place, with the words of the query marked. */
export const Found: Story = {
  args: { tool: search, output: found },
  play: async ({ canvas }) => {
    const link = await canvas.findByRole("link", { name: /handbook.*الإجازات.*leave\.md.*Parental leave/ });
    await expect(link).toHaveAttribute("href", "/knowledge/p0");
  },
};
export const FoundInGerman: Story = { args: { ...Found.args, language: { locale: "de", messages: german } } };
export const FoundInArabic: Story = {
  args: { ...Found.args, language: { locale: "ar", messages: arabic }, width: 320 },
};
export const NothingFound: Story = { args: { tool: search, output: { results: [], total: 0, method: "lexical" } } };
/** An output of an older host, without an excerpt. */
export const WithoutExcerpt: Story = {
  args: { tool: search, output: { ...found, results: found.results.map((one) => ({ ...one, excerpt: undefined })) } },
};

const list = toolOf("list_contents", "items");
export const Entries: Story = { args: { tool: list, output: entries } };
export const EntriesInANarrowCard: Story = {
  args: { tool: list, output: entries, width: 280, language: { locale: "de", messages: german } },
};
export const EmptyFolder: Story = {
  args: { tool: list, output: { items: [], total: 0, offset: 0, next_offset: null } },
};

const folders = toolOf("folder_tree");
export const Tree: Story = { args: { tool: folders, output: tree } };
export const TreeInArabic: Story = {
  args: { tool: folders, output: tree, language: { locale: "ar", messages: arabic } },
};

const read = toolOf("read");
export const Reader: Story = { args: { tool: read, output: reading } };
export const PartOfADocument: Story = { args: { tool: read, output: { ...reading, total: 40, next_offset: 3 } } };
/** A long document comes as its contents. */
export const Contents: Story = { args: { tool: read, output: contents } };
/** The reader is open at the passage. */
export const AroundAPassage: Story = { args: { tool: toolOf("read_around"), output: around } };
