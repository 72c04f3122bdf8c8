import type { NewEvent } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { AgentTimeline } from "../card/AgentTimeline.tsx";
import { ChatThread } from "../chat/ChatThread.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { ToolOutput } from "../view/ToolOutput.tsx";

afterEach(() => vi.restoreAllMocks());

const said: NewEvent[] = [
  { type: "message.added", messageId: "m", role: "user", text: "Hello" },
  { type: "message.added", messageId: "n", role: "assistant", text: "A *saved* answer" },
  { type: "agent.started", agentId: "a", messageId: "m" },
  { type: "agent.text_appended", agentId: "a", kind: "reasoning", itemId: "r", delta: "A *thought*" },
  { type: "agent.text_appended", agentId: "a", itemId: "t", delta: "A *new* answer" },
];

const own = (text: string, { streaming }: { streaming: boolean }) => (
  <p role="article">
    {text.replaceAll("*", "!")}
    {streaming ? " …" : ""}
  </p>
);

test("an app's renderText draws what is said, thought and put out, and hears whether it still grows", async () => {
  const timeline = timelineOf(said);
  await render(
    <ToolProvider timeline={timeline} renderText={own}>
      <ChatThread session={{ timeline }} />
      <ToolOutput output={"# An output\n\nwith *lines*"} />
    </ToolProvider>,
  );
  await expect.element(page.getByRole("article").getByText("A !saved! answer")).toBeVisible();
  await expect.element(page.getByRole("article").getByText("A !new! answer …")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: /Thought/ }));
  await expect.element(page.getByRole("article").getByText("A !thought!", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("article").getByText(/with !lines!/)).toBeVisible();
});

test("where renderText throws, the text is plain, and nothing else is touched", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = (text: string) => {
    if (text.includes("new") || text.includes("lines")) throw new Error("No parser");
    return <p>Own: {text}</p>;
  };
  await render(
    <ToolProvider timeline={timelineOf(said)} renderText={broken}>
      <AgentTimeline />
      <ToolOutput output={"# An output\n\nwith *lines*"} />
    </ToolProvider>,
  );
  await expect.element(page.getByText(/^A \*new\* answer/)).toBeVisible();
  await expect.element(page.getByText(/with \*lines\*/)).toBeVisible();
});
