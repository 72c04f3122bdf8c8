import { page, userEvent } from "vitest/browser";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Assistant } from "./chat.tsx";

afterEach(() => vi.restoreAllMocks());

test("the README's chat says what it is told to a host, and shows the answer", async () => {
  const events = [
    { type: "message.added", messageId: "m", role: "user", text: "Hello" },
    { type: "agent.started", agentId: "a", messageId: "m" },
    { type: "agent.text_appended", agentId: "a", delta: "Hello to **you**." },
    { type: "agent.completed", agentId: "a" },
  ].map((event, index) => ({ seq: index + 1, sessionId: "s", at: Date.now(), ...event }));
  const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const path = String(input instanceof Request ? input.url : input);
    if (path.endsWith("/api/chat")) return answer({ sessionId: "s", messageId: "m", agentId: "a" }, 202);
    if (path.includes("/api/sessions/s/events")) {
      const lines = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(lines, { headers: { "content-type": "text/event-stream" } });
    }
    return answer([]);
  });
  await render(<Assistant />);
  await expect.element(page.getByRole("button", { name: /Read the README of React/ })).toBeVisible();
  await userEvent.fill(page.getByRole("textbox"), "Hello");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("you", { exact: true })).toBeVisible();
});
