import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { Chat } from "../chat/Chat.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { begin, chatIds, createFakeChat, finish, finishedTurn, turn } from "../testing/fixtures/chatEvents.ts";
import { orderSurface } from "../testing/fixtures/surfaces.ts";
import { RunAgainContext, type RunAgain } from "./NextSteps.tsx";
import { ToolCallCard } from "./ToolCallCard.tsx";

afterEach(cleanup);

test("an own call whose output reports an error can be tried again, at its place", async () => {
  const again = vi.fn<RunAgain>(async () => {});
  const show = (output: unknown) =>
    render(
      <ToolProvider
        timeline={timelineOf([
          { type: "tool.requested", callId: "c1", tool: "weather", source: "web" },
          { type: "tool.started", callId: "c1", tool: "weather", input: { city: "Rome" } },
          ...finish("c1", output),
        ])}
      >
        <RunAgainContext.Provider value={again}>
          <ToolCallCard callId="c1" defaultOpen />
        </RunAgainContext.Provider>
      </ToolProvider>,
    );
  await show({ content: [{ type: "text", text: "The station is down." }], isError: true });
  await expect.element(page.getByText("The station is down.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(again.mock.calls[0]![1]).toEqual({ city: "Rome" });
  await cleanup();
  await show({ degrees: 21 });
  await expect.element(page.getByText("21")).toBeVisible();
  expect(page.getByRole("button", { name: "Try again" }).elements()).toEqual([]);
});

test("an own call that ended for want of a model says so once, with its variables behind a detail, and is not tried again", async () => {
  const error = { code: "no_model", message: "No model is connected: set OPENAI_BASE_URL and OPENAI_MODEL." };
  await render(
    <ToolProvider
      timeline={timelineOf([
        { type: "tool.requested", callId: "c1", tool: "weather", source: "web" },
        { type: "tool.started", callId: "c1", tool: "weather", input: { city: "Rome" } },
        { type: "tool.failed", callId: "c1", error },
      ])}
    >
      <RunAgainContext.Provider value={async () => {}}>
        <ToolCallCard callId="c1" defaultOpen />
      </RunAgainContext.Provider>
    </ToolProvider>,
  );
  await expect.element(page.getByText("It needs a model, and none is connected.")).toBeVisible();
  await expect.element(page.getByText(/OPENAI_BASE_URL/)).not.toBeVisible();
  await page.getByText("Technical detail").click();
  await expect.element(page.getByText(/OPENAI_BASE_URL/)).toBeVisible();
  expect(page.getByRole("button", { name: "Try again" }).elements()).toEqual([]);
});

test("what a person does in an interface of a chat becomes their message", async () => {
  const chat = createFakeChat({
    events: [
      ...finishedTurn,
      ...turn(2, "Let me order."),
      ...begin("a2", "c2", "order", {}),
      ...finish("c2", orderSurface),
      { type: "agent.completed", agentId: "a2" },
    ],
  });
  const sent = vi.spyOn(chat.client, "chat");
  await render(<Chat client={chat.client} sessionId={chatIds.session} shownNode="c2" />);
  await page.getByLabelText("Name").fill("Ada");
  await page.getByRole("button", { name: "Order", exact: true }).click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalled(), 10_000);
  expect(sent.mock.calls[0]![0]).toMatch(/^Order for Ada\n\n```json\n\{\n {2}"name": "Ada",/);
});
