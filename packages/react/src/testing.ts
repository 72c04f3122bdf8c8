import { createTimeline, type NewEvent, type SessionEvent, type Timeline } from "@callboard/core";
import { act, createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { AgentTimeline } from "./card/AgentTimeline.tsx";
import { ToolProvider, type ToolProviderProps } from "./provider/ToolProvider.tsx";

/** Events as a session's log has them: numbered, and a second apart. */
export function logOf(events: readonly NewEvent[], sessionId = "test"): SessionEvent[] {
  const start = Date.UTC(2030, 0, 1);
  return events.map((event, index) => ({ seq: index + 1, sessionId, at: start + index * 1000, ...event }));
}

/** What a test has of events that it rendered. */
export interface RenderedEvents {
  /** Holds what was drawn; it stands in the document. */
  container: HTMLElement;
  timeline: Timeline;
  /** Lets further events happen, and waits until they are drawn. */
  add(...events: NewEvent[]): Promise<void>;
  unmount(): Promise<void>;
}

export interface RenderEventsOptions extends Omit<ToolProviderProps, "timeline" | "children"> {
  /** What is drawn over the events; the whole timeline unless given. */
  ui?: ReactNode;
}

/**
 * Renders events in a test, with any runner that has a DOM: a component of your own, or the kit's timeline. An event
 * that no log may have, with another type or without a field that its type needs, is refused.
 * @example
 * ```tsx
 * const { container, add } = await renderEvents(
 *   [{ type: "tool.requested", callId: "c1", tool: "weather" }],
 *   { ui: <MyCard callId="c1" /> },
 * );
 * await add({ type: "tool.completed", callId: "c1", output: { degrees: 21 } });
 * expect(container.textContent).toContain("21");
 * ```
 */
export async function renderEvents(
  events: readonly NewEvent[],
  { ui = createElement(AgentTimeline), ...provider }: RenderEventsOptions = {},
): Promise<RenderedEvents> {
  const all: NewEvent[] = [];
  const timeline = createTimeline({ schedule: (run) => run() });
  const apply = (more: readonly NewEvent[]) => {
    all.push(...more);
    timeline.apply(logOf(all).slice(all.length - more.length));
    const wrong = timeline.snapshot().notices.find(({ code }) => code === "invalid_event" || code === "unknown_type");
    if (wrong) throw new TypeError(`Event ${wrong.seq} of the test cannot be shown: ${wrong.message}`);
  };
  apply(events);
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  await inAct(() => root.render(createElement(ToolProvider, { ...provider, timeline }, ui)));
  return {
    container,
    timeline,
    add: (...more) => inAct(() => apply(more)),
    async unmount() {
      await inAct(() => root.unmount());
      container.remove();
    },
  };
}

/** React warns of `act` where a page does not say that it is a test. */
async function inAct(change: () => void): Promise<void> {
  const page = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = page.IS_REACT_ACT_ENVIRONMENT;
  page.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    await act(async () => change());
  } finally {
    if (before === undefined) delete page.IS_REACT_ACT_ENVIRONMENT;
    else page.IS_REACT_ACT_ENVIRONMENT = before;
  }
}
