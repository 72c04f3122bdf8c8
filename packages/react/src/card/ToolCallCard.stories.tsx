import type { CallStatus } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { callHistories, queuedCall, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

interface StoryArgs {
  status: CallStatus;
  open: boolean;
  name: string;
}

const meta: Meta<StoryArgs> = {
  title: "Cards/ToolCallCard",
  args: { status: "completed", open: true, name: surveyTool.name },
  argTypes: { status: { control: "select", options: Object.keys(callHistories) } },
  render: function Card({ status, open, name }) {
    const timeline = useMemo(() => timelineOf(callHistories[status]), [status]);
    return (
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="call" tool={{ ...surveyTool, name }} defaultOpen={open} />
      </ToolProvider>
    );
  },
};
export default meta;

type Story = StoryObj<StoryArgs>;

export const Requested: Story = { args: { status: "requested" } };
export const Ready: Story = { args: { status: "ready" } };
export const AwaitingApproval: Story = { args: { status: "awaiting-approval" } };
export const Running: Story = { args: { status: "running" } };
export const Denied: Story = { args: { status: "denied" } };
export const Expired: Story = { args: { status: "expired" } };
export const Completed: Story = { args: { status: "completed" } };
export const Failed: Story = { args: { status: "failed" } };
export const Cancelled: Story = { args: { status: "cancelled" } };
export const Interrupted: Story = { args: { status: "interrupted" } };
export const Collapsed: Story = { args: { open: false } };
/** Its first text is whole, and the rest of its arguments streams in. */
export const CollapsedWhileWritten: Story = {
  render: () => (
    <ToolProvider
      timeline={timelineOf([
        { type: "tool.requested", callId: "call", tool: surveyTool.slug },
        { type: "tool.input_appended", callId: "call", delta: '{"word":"callboard in all packages","note":"Read each' },
      ])}
    >
      <ToolCallCard callId="call" tool={surveyTool} />
    </ToolProvider>
  ),
};
/** As many calls of its tool run as may. */
export const WaitsForItsTurn: Story = {
  render: () => (
    <ToolProvider timeline={timelineOf(queuedCall)}>
      <ToolCallCard callId="call" tool={surveyTool} />
    </ToolProvider>
  ),
};
export const LongName: Story = {
  args: { open: false, name: "Survey of every document in the corpus of installed packages" },
};
/** All ten, as rows: told apart by icon and word, in greyscale too. */
export const AllStates: Story = {
  render: () => (
    <div style={{ display: "grid", gap: 8 }}>
      {(Object.keys(callHistories) as CallStatus[]).map((status) => (
        <ToolProvider key={status} timeline={timelineOf(callHistories[status])}>
          <ToolCallCard callId="call" tool={surveyTool} />
        </ToolProvider>
      ))}
    </div>
  ),
};
export const NotThereYet: Story = {
  render: () => (
    <ToolProvider timeline={timelineOf([])}>
      <ToolCallCard callId="call" tool={surveyTool} />
    </ToolProvider>
  ),
};
