import type { NewEvent } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import "../styles/player.css";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { finishedTurn, manyCalls, nestedAskApproved } from "../testing/fixtures/chatEvents.ts";
import { RunComparison } from "./RunComparison.tsx";
import { SessionPlayer } from "./SessionPlayer.tsx";

interface StoryArgs {
  events: NewEvent[];
  other?: NewEvent[];
}

function Story({ events, other }: StoryArgs) {
  const log = useMemo(() => asLog(events), [events]);
  const compared = useMemo(() => other && asLog(other), [other]);
  return (
    <div style={{ blockSize: "36rem" }}>
      {compared ? <RunComparison one={log} other={compared} /> : <SessionPlayer events={log} />}
    </div>
  );
}

const meta: Meta<StoryArgs> = {
  title: "Player/SessionPlayer",
  args: { events: nestedAskApproved },
  argTypes: { events: { control: false }, other: { control: false } },
  render: (args) => <Story {...args} />,
};
export default meta;

export const Nested: StoryObj<StoryArgs> = {};
export const Long: StoryObj<StoryArgs> = { args: { events: manyCalls(2_000) } };
export const Empty: StoryObj<StoryArgs> = { args: { events: [] } };
export const TwoRuns: StoryObj<StoryArgs> = {
  args: { events: [...finishedTurn, ...manyCalls(6)], other: [...finishedTurn, ...manyCalls(9).slice(2)] },
};
