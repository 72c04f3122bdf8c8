import { ToolClientError } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { ChatComposer, type ChatComposerProps } from "./ChatComposer.tsx";

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 800));

const meta: Meta<ChatComposerProps> = {
  title: "Chat/ChatComposer",
  component: ChatComposer,
  args: { onSend: later, onStop: later },
};
export default meta;

type Story = StoryObj<ChatComposerProps>;

export const Ready: Story = {};
export const Running: Story = { args: { running: true } };
export const Disabled: Story = { args: { disabled: "This chat is read only: it belongs to somebody else." } };
/** Send something: it comes back, with the reason. */
export const Refused: Story = {
  args: {
    onSend: async () => {
      await later();
      throw new ToolClientError("The host cannot be reached. Check the connection, then try again.", {
        code: "unreachable",
        status: 0,
      });
    },
  },
};
