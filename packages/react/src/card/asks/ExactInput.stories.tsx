import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { ExactInput } from "./ExactInput.tsx";

const meta: Meta<typeof ExactInput> = {
  title: "Cards/Exact input",
  component: ExactInput,
  args: { onRead: fn() },
  decorators: [(Story) => <ToolProvider>{Story()}</ToolProvider>],
};
export default meta;
type Story = StoryObj<typeof ExactInput>;

export const Values: Story = {
  args: {
    value: { item: "Te\u200Ba", amount: 3 },
    schema: { type: "object", properties: { amount: { title: "Amount" }, item: { title: "Item" } } },
  },
  async play({ canvasElement, args }) {
    expect(canvasElement.textContent).toContain("Te⟨U+200B⟩a");
    await waitFor(() => expect(args.onRead).toHaveBeenLastCalledWith(true));
  },
};

export const Nothing: Story = { args: { value: {} } };

/** Not read before its end was within reach. */
export const LongValue: Story = {
  args: { value: { text: "One line of many.\n".repeat(60) } },
  async play({ canvas, userEvent, args }) {
    await canvas.findByText(/Read this to its end first/);
    expect(args.onRead).toHaveBeenLastCalledWith(false);
    await userEvent.click(canvas.getByRole("button", { name: /text/i }));
    await waitFor(() => expect(args.onRead).toHaveBeenLastCalledWith(true));
  },
};
