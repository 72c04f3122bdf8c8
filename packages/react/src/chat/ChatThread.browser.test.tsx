import type { NewEvent } from "@callboard/core";
import { useRef, type ReactNode } from "react";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../testing/fixtures/callEvents.ts";
import { begin, finish, say, turn } from "../testing/fixtures/chatEvents.ts";
import { useFollowEnd } from "../timeline/useFollowEnd.ts";
import { ChatThread } from "./ChatThread.tsx";

const turns = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index): NewEvent[] => [
    ...turn(index, `Question number ${index}.`),
    ...begin(`a${index}`, `call${index}`, "search_documents", {}, `word ${index}`),
    ...finish(`call${index}`, { found: index }),
    ...say(`a${index}`, `Answer number ${index}.`),
    { type: "agent.completed", agentId: `a${index}` },
  ]).flat();

function Scroller({ children }: { children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFollowEnd(box);
  return (
    <div ref={box} data-testid="scroller" style={{ height: 500, overflow: "auto" }}>
      <div>{children}</div>
    </div>
  );
}

const show = async (events: NewEvent[]) => {
  const timeline = timelineOf(events);
  const { container } = await render(
    <ToolProvider>
      <Scroller>
        <ChatThread session={{ timeline }} />
      </Scroller>
    </ToolProvider>,
  );
  const box = container.querySelector<HTMLElement>("[data-testid=scroller]")!;
  const inSight = (words: string) => {
    const { top, bottom } = box.getBoundingClientRect();
    return [...box.querySelectorAll(".cb-user-message")].some((one) => {
      const at = one.getBoundingClientRect();
      return one.textContent!.includes(words) && at.bottom > top && at.top < bottom;
    });
  };
  return { timeline, box, inSight };
};

test("a chat of three thousand turns opens at its end and costs what is near", async () => {
  const { box, inSight } = await show(turns(3000));
  await vi.waitFor(() => expect(inSight("Question number 2999.")).toBe(true), { timeout: 10_000 });
  expect(box.querySelectorAll("*").length).toBeLessThan(4000);
  // What is far is found by its words, of both sides.
  await vi.waitFor(() => expect(box.textContent).toContain("Question number 7."), { timeout: 10_000 });
  expect(box.textContent).toContain("Answer number 7.");
  box.scrollTop = 0;
  await vi.waitFor(() => expect(inSight("Question number 0.")).toBe(true), { timeout: 10_000 });
  await expect.element(page.getByText("Answer number 0.", { exact: true })).toBeVisible();
  expect(box.querySelectorAll("*").length).toBeLessThan(6000);
});

test("a card that was opened is open when the reader is back, and a new turn is drawn at the end", async () => {
  const { timeline, box } = await show(turns(300));
  const card = () => box.querySelector<HTMLElement>('[data-node="call299"] .cb-call-toggle');
  await vi.waitFor(() => expect(card()).not.toBeNull(), { timeout: 10_000 });
  await userEvent.click(card()!);
  card()!.blur();
  box.scrollTop = 0;
  await vi.waitFor(() => expect(card()).toBeNull(), { timeout: 10_000 });
  box.scrollTop = box.scrollHeight;
  await vi.waitFor(
    () => {
      box.scrollTop = box.scrollHeight;
      expect(card()?.getAttribute("aria-expanded")).toBe("true");
    },
    { timeout: 10_000 },
  );
  timeline.apply(asLog(turns(301)));
  await expect.element(page.getByText("Answer number 300.", { exact: true })).toBeVisible();
});
