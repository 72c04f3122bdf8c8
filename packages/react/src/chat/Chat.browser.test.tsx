import { ToolClientError, type NewEvent } from "@callboard/core";
import { useState } from "react";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import {
  ask,
  chatIds,
  createFakeChat,
  finishedTurn,
  manySteps,
  nestedAsk,
  nestedAskApproved,
  note,
  say,
  turn,
  type FakeChat,
} from "../testing/fixtures/chatEvents.ts";
import { heardIn } from "../testing/fixtures/heard.ts";
import { Chat, type ChatProps } from "./Chat.tsx";

const show = (fake: FakeChat, props: Partial<ChatProps> = {}) =>
  render(
    <div style={{ height: 600 }}>
      <Chat client={fake.client} {...props} />
    </div>,
  );
const within = (fake: FakeChat, props: Partial<ChatProps> = {}) => show(fake, { sessionId: chatIds.session, ...props });

const message = () => page.getByRole("textbox", { name: "Message" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const announced = (container: Element) => container.querySelector("[data-announcer]")?.textContent;

/** What is announced from now on, until the test is over. */
const saidFromNowOn = (container: Element) => heardIn(container.querySelector("[data-announcer]")!);

describe("Chat", () => {
  test("begins a chat: the message is there at once, and once", async () => {
    const fake = createFakeChat({ delay: 80 });
    const onSession = vi.fn();
    let accept = () => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const client: typeof fake.client = {
      ...fake.client,
      chat: async (...message) => accepted.then(() => fake.client.chat!(...message)),
    };
    const Host = () => {
      const [id, setId] = useState<string | null>(null);
      return (
        <Chat
          client={client}
          sessionId={id}
          onSession={(next) => {
            onSession(next);
            setId(next);
          }}
        />
      );
    };
    const { container } = await render(<Host />);
    const seen = new Set<number>();
    const watch = new MutationObserver(() => seen.add(container.querySelectorAll(".cb-user-message").length));
    watch.observe(container, { childList: true, subtree: true });
    await userEvent.fill(message(), "How do retries work?");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Sending")).toBeVisible();
    await expect.element(message()).toHaveValue("");
    accept();
    await vi.waitFor(() => expect(onSession).toHaveBeenCalledWith(chatIds.session));
    await fake.append(say("a11", "They wait longer each time."));
    await expect.element(page.getByText("They wait longer each time.")).toBeVisible();
    await expect.element(page.getByText("Sending")).not.toBeInTheDocument();
    watch.disconnect();
    expect(fake.said).toEqual(["How do retries work?"]);
    // It was never gone between the page's own copy and the log's, and never twice.
    seen.delete(0);
    expect([...seen]).toEqual([1]);
    expect(container.querySelectorAll(".cb-user-message")).toHaveLength(1);
  });

  test("a new chat after one that was begun here is empty", async () => {
    const fake = createFakeChat();
    const Host = () => {
      const [id, setId] = useState<string | null>(null);
      return (
        <>
          <button type="button" onClick={() => setId(null)}>
            New chat
          </button>
          <Chat client={fake.client} sessionId={id} onSession={setId} />
        </>
      );
    };
    await render(<Host />);
    await userEvent.fill(message(), "How do retries work?");
    await userEvent.keyboard("{Enter}");
    await fake.append([...say("a11", "They wait."), { type: "agent.completed", agentId: "a11" }]);
    await expect.element(page.getByText("They wait.")).toBeVisible();
    await userEvent.click(button("New chat"));
    await expect.element(page.getByRole("heading", { name: "What can I do for you?" })).toBeVisible();
    await expect.element(page.getByText("How do retries work?")).not.toBeInTheDocument();
    await expect.element(button("Send")).toBeVisible();
  });

  test("what was typed is kept where it could not be sent, with the reason and a way to try again", async () => {
    const refuse = {
      chat: new ToolClientError("The host cannot be reached. Try again.", { code: "unreachable", status: 0 }),
    };
    const fake = createFakeChat({ refuse });
    await show(fake);
    await userEvent.fill(message(), "A long thought");
    await userEvent.click(button("Send"));
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("Your message was not sent. The host cannot be reached.");
    await expect.element(message()).toHaveValue("A long thought");
    delete (refuse as { chat?: unknown }).chat;
    await userEvent.click(button("Try again"));
    await vi.waitFor(() => expect(fake.said).toEqual(["A long thought"]));
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  test("Shift and Enter begin a line; Enter within a composition sends nothing", async () => {
    const fake = createFakeChat();
    await show(fake);
    await userEvent.click(message());
    await userEvent.keyboard("one{Shift>}{Enter}{/Shift}two");
    await expect.element(message()).toHaveValue("one\ntwo");
    const box = message().element();
    box.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, isComposing: true }),
    );
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }));
    expect(fake.said).toEqual([]);
    const height = box.getBoundingClientRect().height;
    await userEvent.fill(message(), "line\n".repeat(40));
    expect(box.getBoundingClientRect().height).toBeGreaterThan(height);
    expect(box.getBoundingClientRect().height).toBeLessThanOrEqual(192);
  });

  test("Stop stands where Send was, and stops the turn", async () => {
    const fake = createFakeChat({ events: [...turn(1, "Hi"), ...say("a1", "Half")] });
    await within(fake);
    const stop = button("Stop");
    await expect.element(stop).toBeVisible();
    const place = stop.element().getBoundingClientRect();
    await userEvent.click(stop);
    await vi.waitFor(() => expect(fake.cancelled).toEqual(["a1"]));
    await expect.element(button("Stopping")).toHaveAttribute("aria-disabled", "true");
    await fake.append([{ type: "agent.cancelled", agentId: "a1" }]);
    const send = button("Send");
    await expect.element(send).toBeVisible();
    const { x, y, width, height } = send.element().getBoundingClientRect();
    expect([x, y, width, height]).toEqual([place.x, place.y, place.width, place.height]);
    await expect.element(send).toHaveAttribute("title", "Write a message first");
  });

  test("a double click on Send does not stop what it began", async () => {
    const fake = createFakeChat();
    await within(fake);
    await userEvent.fill(message(), "Go");
    const clock = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
    try {
      await userEvent.click(button("Send"));
      await expect.element(button("Stop")).toBeVisible();
      clock.mockReturnValue(1_000_200);
      await userEvent.click(button("Stop"));
      expect(fake.cancelled).toEqual([]);
      clock.mockReturnValue(1_000_700);
      await userEvent.click(button("Stop"));
      await vi.waitFor(() => expect(fake.cancelled).toEqual(["a11"]));
    } finally {
      clock.mockRestore();
    }
  });

  test.each<[string, NewEvent]>([
    ["interrupted", { type: "agent.interrupted", agentId: "a1" }],
    ["failed", { type: "agent.failed", agentId: "a1", error: { code: "busy", message: "Busy." } }],
    ["cancelled", { type: "agent.cancelled", agentId: "a1" }],
  ])("a turn that was %s can be continued, the last one only", async (_status, end) => {
    const fake = createFakeChat({ events: [...turn(1, "Hi"), ...say("a1", "Half"), end] });
    await within(fake);
    await userEvent.click(button("Continue"));
    await vi.waitFor(() => expect(fake.resumed).toEqual(["a1"]));
    await fake.append([{ type: "agent.retracted", agentId: "a1", afterItemId: null }, ...say("a1", "Whole")]);
    await expect.element(page.getByText("Whole")).toBeVisible();
    await expect.element(button("Continue")).not.toBeInTheDocument();
    await fake.append([end, ...turn(2, "Again")]);
    await expect.element(page.getByText("Again")).toBeVisible();
    await expect.element(button("Continue")).not.toBeInTheDocument();
  });

  test("what could not be continued says why", async () => {
    const refuse = { resume: new ToolClientError("It runs already.", { code: "conflict", status: 409 }) };
    await within(createFakeChat({ events: [...turn(1, "Hi"), { type: "agent.interrupted", agentId: "a1" }], refuse }));
    await userEvent.click(button("Continue"));
    await expect.element(page.getByRole("alert")).toHaveTextContent("It could not be continued: It runs already.");
    await expect.element(button("Continue")).not.toHaveAttribute("aria-disabled");
  });

  test("an example is asked at a press", async () => {
    const fake = createFakeChat();
    await show(fake, { examples: ["How do retries work?", "Publish a note"] });
    await expect.element(page.getByRole("heading", { name: "What can I do for you?" })).toBeVisible();
    await expect.element(page.getByRole("list", { name: "Example conversations" })).toBeVisible();
    await userEvent.click(button("Publish a note"));
    await vi.waitFor(() => expect(fake.said).toEqual(["Publish a note"]));
  });

  test("leads to what needs approval, through rows that are closed", async () => {
    const fake = createFakeChat({ events: [...finishedTurn, ...nestedAsk, ...manySteps(40)] });
    const { container } = await within(fake);
    await userEvent.click(page.getByRole("button", { name: /^Document analyst/ }));
    await expect.element(button("Publish note")).not.toBeInTheDocument();
    await vi.waitFor(() => expect(container.querySelector(".cb-chat-waiting")).not.toBeNull());
    await expect.element(page.getByText("1 call needs your approval")).toBeVisible();
    await userEvent.click(button("Show it"));
    await expect.element(button("Publish note")).toBeInViewport();
    await userEvent.click(button("Publish note"));
    await vi.waitFor(() => expect(fake.answers).toHaveLength(1));
    expect(fake.answers[0]).toMatchObject({ callId: "c6", approvalId: "approval-c6", decision: "approve" });
  });

  describe("the notice of what waits", () => {
    const drawn = (container: Element) =>
      [...container.querySelectorAll<HTMLElement>(".cb-chat-waiting")].filter((one) => one.style.opacity !== "0")
        .length;
    const thread = (container: Element) => container.querySelector(".cb-chat-scroll")!;
    const top = (element: Element) => element.getBoundingClientRect().top;

    test("is not drawn where the ask is in view, and is there for the keyboard; drawn, once the ask is out of sight", async () => {
      const fake = createFakeChat({ events: [...manySteps(40), ...turn(4, "Publish"), ...ask("a4", "p1", note)] });
      const { container } = await within(fake);
      await expect.element(button("Publish note")).toBeInViewport();
      await expect.element(button("Show it")).toBeInTheDocument();
      await vi.waitFor(() => expect(announced(container)).toBe("Publish note needs your approval."));
      await vi.waitFor(() => expect(drawn(container)).toBe(0));
      const composer = top(message().element());
      await userEvent.hover(message());
      const scroller = thread(container);
      scroller.scrollTo({ top: 0 });
      await vi.waitFor(() => expect(drawn(container)).toBe(1));
      expect(top(message().element())).toBe(composer);
      expect(announced(container)).toBe("Publish note needs your approval.");
    });

    test("is drawn where the head of a long ask is in view and its buttons are not", async () => {
      const long = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, index]));
      const fake = createFakeChat({ events: [...turn(1, "Publish"), ...ask("a1", "p1", long)] });
      const { container } = await within(fake);
      await expect.element(button("Publish note")).toBeInTheDocument();
      await userEvent.hover(message());
      const scroller = thread(container);
      scroller.scrollTo({ top: scroller.scrollHeight });
      await expect.element(button("Publish note")).toBeInViewport();
      await vi.waitFor(() => expect(drawn(container)).toBe(0));
      const head = container.querySelector("[data-ask] .cb-approval-input > p")!;
      head.scrollIntoView({ block: "start" });
      await expect.element(page.elementLocator(head)).toBeInViewport();
      await vi.waitFor(() => expect(drawn(container)).toBe(1));
      scroller.scrollTo({ top: scroller.scrollHeight });
      await vi.waitFor(() => expect(drawn(container)).toBe(0));
    });

    test("goes once the ask is in view and the pointer has left it, and nothing moves then", async () => {
      const fake = createFakeChat({ events: [...manySteps(40), ...turn(4, "Publish"), ...ask("a4", "p1", note)] });
      const { container } = await within(fake);
      await expect.element(button("Publish note")).toBeInViewport();
      thread(container).scrollTo({ top: 0 });
      await vi.waitFor(() => expect(drawn(container)).toBe(1));
      await userEvent.click(button("Show it"));
      await expect.element(button("Publish note")).toBeInViewport();
      expect(drawn(container)).toBe(1);
      const places = () => [button("Publish note"), message()].map((one) => top(one.element()));
      let before = places();
      await vi.waitFor(() => {
        const now = places();
        const isStill = now.every((one, index) => one === before[index]);
        before = now;
        expect(isStill).toBe(true);
      });
      await userEvent.hover(message());
      await vi.waitFor(() => expect(drawn(container)).toBe(0));
      expect(places()).toEqual(before);
    });

    test("is drawn where several wait, and leads to one that is out of sight", async () => {
      const fake = createFakeChat({
        events: [...turn(1, "Publish"), ...ask("a1", "p1", note), ...manySteps(40), ...ask("a3", "p2", note)],
      });
      const { container } = await within(fake);
      const panel = (id: string) => container.querySelector(`[data-ask="approval-${id}"]`);
      await vi.waitFor(() => expect(panel("p2")).not.toBeNull());
      await expect.element(page.elementLocator(panel("p2")!)).toBeInViewport();
      expect(drawn(container)).toBe(1);
      await userEvent.click(button("Show it"));
      await vi.waitFor(() => expect(panel("p1")).not.toBeNull());
      await expect.element(page.elementLocator(panel("p1")!)).toBeInViewport();
      // Now the other one is out of sight.
      await userEvent.click(button("Show it"));
      await expect.element(page.elementLocator(panel("p2")!)).toBeInViewport();
    });

    test("is drawn while it has the keyboard's focus", async () => {
      const fake = createFakeChat({ events: [...turn(1, "Publish"), ...ask("a1", "p1", note)] });
      const { container } = await within(fake);
      await expect.element(button("Publish note")).toBeInViewport();
      await vi.waitFor(() => expect(drawn(container)).toBe(0));
      await userEvent.click(message());
      await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
      await expect.element(button("Show it")).toHaveFocus();
      expect(drawn(container)).toBe(1);
      await userEvent.keyboard("{Tab}");
      await vi.waitFor(() => expect(drawn(container)).toBe(0));
    });
  });

  test("lists all that waits where several do, to be answered there", async () => {
    const fake = createFakeChat({
      events: [...turn(1, "Publish"), ...ask("a1", "p1", note), ...ask("a1", "p2", note)],
    });
    await within(fake);
    await userEvent.click(button("List all"));
    const dock = page.getByRole("region", { name: "Waiting for you" });
    await userEvent.click(dock.getByRole("button", { name: /^Publish note/ }).nth(1));
    await userEvent.click(dock.getByRole("button", { name: "Deny", exact: true }));
    await vi.waitFor(() => expect(fake.answers).toMatchObject([{ callId: "p2", decision: "deny" }]));
    await userEvent.click(button("List all"));
    await expect.element(dock).not.toBeInTheDocument();
  });

  test("keeps the list of asks for whoever answers in it to the last one, who goes on at its call", async () => {
    const fake = createFakeChat({
      events: [...turn(1, "Publish"), ...ask("a1", "p1", note), ...ask("a1", "p2", note)],
    });
    await within(fake);
    const approve = (id: string) =>
      fake.append([{ type: "tool.approved", callId: id, approvalId: `approval-${id}`, by: "ada" }]);
    await userEvent.click(button("List all"));
    const dock = page.getByRole("region", { name: "Waiting for you" });
    await userEvent.click(dock.getByRole("button", { name: /^Publish note/ }).first());
    await expect.element(dock.getByRole("button", { name: "Deny", exact: true })).toBeVisible();
    dock.getByRole("button", { name: "Deny", exact: true }).element().focus();
    await approve("p1");
    await expect.element(page.getByText("1 call needs your approval")).toBeVisible();
    await expect.element(dock.getByRole("button", { name: /^Publish note/ }).first()).toHaveFocus();
    await approve("p2");
    await expect.element(dock).not.toBeInTheDocument();
    expect(document.activeElement?.closest("[data-node]")?.getAttribute("data-node")).toBe("p2");
  });

  test("announces how a turn goes, and nothing of what streams", async () => {
    const fake = createFakeChat({ events: turn(1, "Hi") });
    const { container } = await within(fake);
    await vi.waitFor(() => expect(announced(container)).toBe("The assistant is working."));
    const said = saidFromNowOn(container);
    await fake.append(say("a1", "A rather long answer, in many pieces, of which none is read out."));
    await expect.element(page.getByText(/of which none/)).toBeVisible();
    expect(said).toEqual([]);
    expect(
      page
        .getByText(/of which none/)
        .element()
        .closest("[aria-live], [role=status], [role=log]"),
    ).toBeNull();
    await fake.append([{ type: "agent.completed", agentId: "a1" }]);
    await vi.waitFor(() => expect(said).toEqual(["The answer is complete."]), { timeout: 10_000 });
  });

  test(
    "announces how many asks wait, whichever come together, and not each by itself",
    { timeout: 40_000 },
    async () => {
      const fake = createFakeChat({ events: turn(1, "Publish") });
      const { container } = await within(fake);
      await vi.waitFor(() => expect(announced(container)).toBe("The assistant is working."));
      const said = saidFromNowOn(container);
      const answer = (id: string, type: "tool.approved" | "tool.denied") =>
        ({ type, callId: id, approvalId: `approval-${id}`, by: "ada" }) as const;
      await fake.append(["p1", "p2", "p3"].flatMap((id) => ask("a1", id, note)));
      await vi.waitFor(() => expect(said).toEqual(["3 calls need your approval"]), { timeout: 10_000 });
      await fake.append([answer("p1", "tool.denied")]);
      await fake.append([answer("p2", "tool.denied")]);
      await vi.waitFor(() => expect(said.at(-1)).toBe("Publish note needs your approval."), { timeout: 10_000 });
      // One is answered, and another of the same tool comes: it is said, and is one more text for that.
      await fake.append([answer("p3", "tool.denied"), ...ask("a1", "p4", note)]);
      await vi.waitFor(() => expect(said.at(-1)).toBe("Publish note needs your approval.\u00a0"), { timeout: 10_000 });
      expect(said).toHaveLength(3);
    },
  );

  test.each([
    ["in a new chat", [], ""],
    [
      "after an answer",
      [...turn(1, "Hi"), { type: "agent.completed", agentId: "a1" } as const],
      "The answer is complete.",
    ],
  ])("says once that a call of one's own waits, and how it went afterwards, %s", async (_where, events, before) => {
    const fake = createFakeChat({ events });
    const { container } = await within(fake);
    await vi.waitFor(() => expect(announced(container)).toBe(before));
    const said = heardIn(container.querySelector(".cb-chat-foot")!);
    await fake.append(ask("you", "p1", note));
    await vi.waitFor(() => expect(said).toEqual(["Publish note needs your approval."]));
    await fake.append([
      { type: "tool.approved", callId: "p1", approvalId: "approval-p1", by: "ada" },
      { type: "tool.completed", callId: "p1", output: null },
    ]);
    await vi.waitFor(() => expect(said.slice(1)).toEqual(["Publish note: Done"]), { timeout: 10_000 });
    await vi.waitFor(() => expect(announced(container)).toBe(""), { timeout: 10_000 });
  });

  test("announces that the time to answer is over", async () => {
    const fake = createFakeChat({ events: [...turn(1, "Publish"), ...ask("a1", "p1", note)] });
    const { container } = await within(fake);
    await vi.waitFor(() => expect(announced(container)).toBe("Publish note needs your approval."));
    await fake.append([
      { type: "tool.approval_expired", callId: "p1", approvalId: "approval-p1" },
      { type: "agent.completed", agentId: "a1" },
    ]);
    await vi.waitFor(() =>
      expect(container.querySelector("[data-expired]")?.textContent).toBe("Publish note: Not answered in time"),
    );
  });

  test("says how the connection does", async () => {
    const fake = createFakeChat({ events: finishedTurn });
    const events = fake.client.events!;
    fake.client.events = async function* (id, options = {}) {
      for await (const batch of events(id, options)) {
        yield batch;
        options.onState?.("offline");
      }
    };
    await within(fake);
    await expect
      .element(page.getByText("You are offline. The chat catches up when the network is back."))
      .toBeVisible();
    await expect.element(page.getByText(/tried again/)).toBeVisible();
  });

  test("a chat that cannot be read says so, and can be tried again", async () => {
    const fake = createFakeChat({ events: finishedTurn });
    const events = fake.client.events!;
    let broken = true;
    fake.client.events = (id, options) => {
      if (broken) throw new ToolClientError("The host is being mended.", { code: "down", status: 500 });
      return events(id, options);
    };
    await within(fake);
    await expect.element(page.getByRole("alert")).toHaveTextContent("The host is being mended.");
    await expect.element(button("Send")).toHaveAttribute("aria-disabled", "true");
    broken = false;
    await userEvent.click(button("Try again"));
    await expect.element(page.getByText(/tried again/)).toBeVisible();
  });

  test("opens at its end, and goes there when something is said", async () => {
    const fake = createFakeChat({ events: [...manySteps(100), ...say("a3", "All are found.")] });
    const { container } = await within(fake);
    await expect.element(page.getByText("All are found.")).toBeInViewport();
    const box = container.querySelector<HTMLElement>(".cb-chat-scroll")!;
    box.scrollTop = 0;
    await expect.element(button("Jump to the end")).toBeVisible();
    await userEvent.fill(message(), "One more");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("One more")).toBeInViewport();
  });

  test("opens at the call that its address names, whatever hides it", async () => {
    const fake = createFakeChat({ events: [...nestedAskApproved, ...manySteps(30)] });
    await within(fake, { shownNode: "c3" });
    const row = page.getByRole("button", { name: /^Search documents “retry jitter”/ });
    await expect.element(row).toBeInViewport();
    await expect.element(row).toHaveAttribute("aria-expanded", "true");
    await expect.element(row).toHaveFocus();
  });

  test("stays at the call that its address names, though the chat grows before the scroll is told", async () => {
    const fake = createFakeChat({ events: [...nestedAskApproved, ...manySteps(30)] });
    const scroll = Element.prototype.scrollIntoView;
    const spy = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element, options) {
      scroll.call(this, options);
      const more = document.createElement("div");
      more.style.height = "50px";
      document.querySelector(".cb-chat-column")!.append(more);
    });
    await within(fake, { shownNode: "c3" });
    const row = page.getByRole("button", { name: /^Search documents “retry jitter”/ });
    await expect.element(row).toHaveFocus();
    await expect.element(row).toBeInViewport();
    spy.mockRestore();
  });
});
