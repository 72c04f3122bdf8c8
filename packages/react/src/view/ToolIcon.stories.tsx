import type { Meta, StoryObj } from "@storybook/react-vite";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { ToolIcon } from "./ToolIcon.tsx";

const meta: Meta<typeof ToolIcon> = {
  title: "Pages/ToolIcon",
  component: ToolIcon,
  args: { name: "calculator" },
  // It has no root of its own: it stands inside of what has one.
  decorators: [(Story) => <div className="callboard">{Story()}</div>],
};
export default meta;

type Story = StoryObj<typeof ToolIcon>;

export const Known: Story = {};
export const Large: Story = { args: { size: 32 } };
/** A wrench stands for it, and the console says so once. */
export const Unknown: Story = { args: { name: "no-such-icon" } };

const Disc = ({ size = 16 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 16 16">
    <circle cx={8} cy={8} r={7} fill="currentColor" />
  </svg>
);

export const OfTheApp: Story = {
  args: { name: "disc" },
  render: (args) => (
    <ToolProvider icons={{ disc: Disc }}>
      <ToolIcon {...args} />
    </ToolProvider>
  ),
};
