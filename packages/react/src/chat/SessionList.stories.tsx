import type { SessionSummary } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo, useState } from "react";
import { createFakeChat } from "../testing/fixtures/chatEvents.ts";
import { SessionList } from "./SessionList.tsx";

const minutes = 60_000;
const chat = (id: string, title: string, ago: number, status: SessionSummary["status"] = "idle"): SessionSummary => ({
  id,
  title,
  createdAt: Date.now() - ago - minutes,
  updatedAt: Date.now() - ago,
  status,
});
const several = [
  chat("s1", "Retries and their waits", 0, "running"),
  chat("s2", "Publish a note about approvals", 4 * minutes, "waiting"),
  chat("s3", "A name that is so long that it does not fit into the row that it is given", 90 * minutes),
  chat("s4", "مقارنة بين الوثائق", 26 * 60 * minutes),
  chat("s5", "", 12 * 24 * 60 * minutes),
];

const meta: Meta<{ sessions: SessionSummary[]; failing: boolean }> = {
  title: "Chat/SessionList",
  args: { sessions: several, failing: false },
  argTypes: { sessions: { control: false } },
  render: function Story({ sessions, failing }) {
    const client = useMemo(() => {
      const fake = createFakeChat({ sessions }).client;
      return failing ? { ...fake, sessions: () => Promise.reject(new Error("away")) } : fake;
    }, [sessions, failing]);
    const [selected, setSelected] = useState("s1");
    return (
      <div style={{ maxInlineSize: "16rem" }}>
        <SessionList client={client} selected={selected} href={(id) => `#${id}`} onSelect={setSelected} />
      </div>
    );
  },
};
export default meta;

type Story = StoryObj<{ sessions: SessionSummary[]; failing: boolean }>;

export const Several: Story = {};
/** More than a few: they can be searched. */
export const Many: Story = {
  args: {
    sessions: Array.from({ length: 30 }, (_, index) =>
      chat(`m${index}`, `Chat ${30 - index}`, index * index * 60 * minutes),
    ),
  },
};
export const Deleting: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Delete “Retries and their waits”" }));
  },
};
export const Empty: Story = { args: { sessions: [] } };
export const NotListed: Story = { args: { failing: true } };
