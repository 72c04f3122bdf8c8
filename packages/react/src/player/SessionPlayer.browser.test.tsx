import type { NewSessionShare, ToolClient } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import "../styles/player.css";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { createFakeChat, manyCalls, nestedAskApproved, say, turn } from "../testing/fixtures/chatEvents.ts";
import { RunComparison } from "./RunComparison.tsx";
import { SessionFiles } from "./SessionFiles.tsx";
import { SessionPlayer } from "./SessionPlayer.tsx";

const show = async (events: ReturnType<typeof asLog>) => {
  const fake = createFakeChat();
  const result = await render(
    <ToolProvider client={fake.client}>
      <div style={{ height: 600 }}>
        <SessionPlayer events={events} />
      </div>
    </ToolProvider>,
  );
  const slider = page.getByRole("slider", { name: "Place in the session" });
  const place = () => Number((slider.element() as HTMLInputElement).value);
  return { ...result, fake, slider, place };
};

const log = asLog(nestedAskApproved);

test("opens at the end; the slider, the keys and the buttons go anywhere", async () => {
  const { slider, place } = await show(log);
  expect(place()).toBe(log.length);
  await expect.element(page.getByText("The note “How retries work” is published.")).toBeVisible();
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}");
  await vi.waitFor(() => expect(place()).toBe(0));
  await expect.element(page.getByText("The note “How retries work” is published.")).not.toBeInTheDocument();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await vi.waitFor(() => expect(place()).toBe(2));
  await userEvent.click(page.getByRole("button", { name: "One step forward" }));
  await vi.waitFor(() => expect(place()).toBe(3));
  await expect.element(slider).toHaveAttribute("aria-valuetext", expect.stringContaining(`Step 3 of ${log.length}`));
});

test("jumps to what was asked, by button and by key, and back", async () => {
  const asked = log.findIndex(({ type }) => type === "tool.needs_approval") + 1;
  const { slider, place } = await show(log);
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}a");
  await vi.waitFor(() => expect(place()).toBe(asked));
  await userEvent.click(page.getByRole("button", { name: "One step forward" }));
  await vi.waitFor(() => expect(place()).not.toBe(asked));
  await userEvent.click(page.getByRole("button", { name: "Previous: Asks" }));
  await vi.waitFor(() => expect(place()).toBe(asked));
  await expect.element(page.getByRole("button", { name: "Next: Errors" })).toHaveAttribute("aria-disabled", "true");
});

test("plays to the end, and shows without acting: nothing of the past can be answered", async () => {
  const quick = log.map((event, index) => ({ ...event, at: log[0]!.at + index }));
  const { slider, place, fake } = await show(quick);
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}a");
  await vi.waitFor(() => expect(place()).toBeGreaterThan(1));
  await expect.element(page.getByRole("button", { name: "Publish note", exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard(" ");
  await vi.waitFor(() => expect(place()).toBe(log.length));
  await expect.element(page.getByRole("button", { name: "Play" })).toBeVisible();
  expect(fake.answers).toEqual([]);
});

test("in a place without a height of its own the controls stay on the screen, and the rows scroll within", async () => {
  const long = asLog(manyCalls(300));
  const { container } = await render(<SessionPlayer events={long} />);
  const slider = page.getByRole("slider", { name: "Place in the session" });
  // At the end its work is one row.
  await slider.fill(String(long.length - 5));
  const stage = container.querySelector(".cb-player-stage")!;
  await vi.waitFor(() => expect(stage.scrollHeight).toBeGreaterThan(2 * stage.clientHeight));
  expect(container.firstElementChild!.getBoundingClientRect().height).toBeLessThanOrEqual(innerHeight);
  await expect.element(slider).toBeInViewport();
});

test("a scrub over a long session draws what is seen, and no more nodes than it has then", async () => {
  const long = asLog(manyCalls(5_000));
  const { container, slider, place } = await show(long);
  for (const share of [0.9, 0.2, 0.6, 0.01]) {
    const to = Math.round(long.length * share);
    await slider.fill(String(to));
    await vi.waitFor(() => expect(place()).toBe(to));
    await vi.waitFor(() => expect(container.querySelectorAll(".cb-call").length).toBeGreaterThan(5));
    expect(container.querySelectorAll("*").length).toBeLessThan(3_000);
  }
});

test("what happens meanwhile follows at the end, and waits where the reader looks back", async () => {
  const first = log.slice(0, 10);
  const { rerender, place } = await show(first);
  const grow = (events: typeof log) =>
    rerender(
      <ToolProvider>
        <div style={{ height: 600 }}>
          <SessionPlayer events={events} />
        </div>
      </ToolProvider>,
    );
  await grow(log.slice(0, 14));
  await vi.waitFor(() => expect(place()).toBe(14));
  await userEvent.click(page.getByRole("button", { name: "One step back" }));
  await vi.waitFor(() => expect(place()).toBe(13));
  await grow(log);
  await vi.waitFor(() => expect(page.getByText(new RegExp(`Step 13 of ${log.length}`)).elements()).toHaveLength(1));
});

test("two runs: what is the same, what differs, and the differences alone", async () => {
  await render(<RunComparison one={asLog(manyCalls(3))} other={asLog(manyCalls(5))} names={["Before", "After"]} />);
  await expect.element(page.getByRole("columnheader", { name: "Before" })).toBeVisible();
  await expect.element(page.getByText(/4 steps are the same · 2 only in the second/)).toBeVisible();
  await userEvent.click(page.getByRole("checkbox", { name: "Show differences only" }));
  expect(page.getByRole("row").elements()).toHaveLength(3);
});

test("two runs say what was said as it is read elsewhere; a long text is folded in both, and opens in both", async () => {
  const long = `**Bold** words.\n\n- one\n- two\n\n${"And more of it. ".repeat(40)}`;
  const run = (more: string) => asLog([...turn(1, "Go"), ...say("a1", `${long}${more}`)]);
  const { container } = await render(<RunComparison one={run("One end.")} other={run("Another end.")} />);
  await expect.poll(() => container.querySelectorAll(".cb-compare-text strong")).toHaveLength(2);
  expect(container.textContent).not.toContain("**");
  const heights = () =>
    [...container.querySelectorAll(".cb-compare-text")].map((text) => text.getBoundingClientRect().height);
  const folded = Math.max(...heights());
  await userEvent.click(page.getByRole("button", { name: /^Show all/ }).first());
  await vi.waitFor(() => expect(Math.min(...heights())).toBeGreaterThan(folded));
});

test("in a narrow place two runs stand one below the other, and what is the same stands once", async () => {
  const { container } = await render(
    <div style={{ inlineSize: 320 }}>
      <RunComparison one={asLog(manyCalls(3))} other={asLog(manyCalls(5))} names={["Before", "After"]} />
    </div>,
  );
  await expect.element(page.getByText(/4 steps are the same · 2 only in the second/)).toBeVisible();
  const box = container.querySelector(".cb-compare-scroll")!;
  expect(box.scrollWidth).toBe(box.clientWidth);
  const shown = [...box.querySelectorAll("td")].filter((cell) => cell.checkVisibility());
  expect(shown).toHaveLength(4 + 2 * 2);
});

test("a read-only link is made, shown once, and withdrawn", async () => {
  let links: NewSessionShare[] = [];
  const asked: unknown[] = [];
  const client: ToolClient = {
    async share(sessionId, options) {
      asked.push([sessionId, options]);
      const link = {
        id: "l1",
        createdAt: 1,
        expiresAt: 2e12,
        redacted: options?.redacted !== false,
        url: "https://x.test/l1",
      };
      links = [link];
      return link;
    },
    shares: async () => links,
    unshare: async (_sessionId, id) => void (links = links.filter((link) => link.id !== id)),
  };
  await render(
    <ToolProvider client={client}>
      <SessionFiles events={log} sessionId="s1" />
    </ToolProvider>,
  );
  await userEvent.click(page.getByRole("button", { name: "Share" }));
  await expect.element(page.getByText(/^Whoever has the link reads this session/)).toBeVisible();
  await page.getByRole("combobox", { name: "Opens for" }).selectOptions("30 days");
  await userEvent.click(page.getByRole("button", { name: "Make a link" }));
  await expect.element(page.getByRole("textbox", { name: "Read-only link" })).toHaveValue("https://x.test/l1");
  expect(asked).toEqual([["s1", { expiresInDays: 30, redacted: true }]]);
  await userEvent.click(page.getByRole("button", { name: /^Withdraw the link/ }));
  await expect.element(page.getByRole("textbox", { name: "Read-only link" })).not.toBeInTheDocument();
  expect(links).toEqual([]);
  await expect.element(page.getByRole("button", { name: "Withdrawn" })).toHaveFocus();
});

test("a link that is withdrawn keeps its place, so that the next one does not come under the pointer", async () => {
  const linkOf = (id: string, day: number) => ({ id, createdAt: day, expiresAt: 2e12 + day * 864e5, redacted: true });
  const withdrawn: string[] = [];
  const client: ToolClient = {
    share: () => Promise.reject(new Error("not asked")),
    shares: async () => [linkOf("l2", 2), linkOf("l1", 1)],
    unshare: async (_sessionId, id) => void withdrawn.push(id),
  };
  await render(
    <ToolProvider client={client}>
      <SessionFiles events={log} sessionId="s1" />
    </ToolProvider>,
  );
  await userEvent.click(page.getByRole("button", { name: "Share" }));
  const [first, second] = [0, 1].map((index) => page.getByRole("button", { name: /^Withdraw/ }).nth(index));
  const place = second!.element().getBoundingClientRect().y;
  await userEvent.dblClick(first!);
  await expect.element(first!).toHaveTextContent("Withdrawn");
  expect(second!.element().getBoundingClientRect().y).toBe(place);
  expect(withdrawn).toEqual(["l1"]);
});

test("a session is saved three ways, and shared only by a client that makes links", async () => {
  await render(
    <ToolProvider>
      <SessionFiles events={log} sessionId="s1" loadViewer={() => Promise.reject(new Error("not here"))} />
    </ToolProvider>,
  );
  await expect.element(page.getByRole("button", { name: "Share" })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  for (const name of ["As a log", "For a bug report"])
    await expect.element(page.getByRole("button", { name })).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "As a page" }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("not here");
});

test("on a phone the jumps are one row: a kind is chosen, and gone through", async () => {
  const { container } = await render(
    <ToolProvider>
      <div style={{ inlineSize: 288, blockSize: 600 }}>
        <SessionPlayer events={log} />
      </div>
    </ToolProvider>,
  );
  const box = container.querySelector(".cb-player-jumps")!;
  const lines = new Set(
    [...box.querySelectorAll("select, button")]
      .filter((part) => part.checkVisibility())
      .map((part) => Math.round(part.getBoundingClientRect().y + part.getBoundingClientRect().height / 2)),
  );
  expect(lines.size).toBe(1);
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
  await userEvent.selectOptions(
    page.getByRole("combobox", { name: "Jump to" }),
    page.getByRole("option", { name: /Calls/ }),
  );
  await expect.element(page.getByRole("button", { name: "Previous: Asks" })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Previous: Calls" }));
  const slider = page.getByRole("slider", { name: "Place in the session" });
  await vi.waitFor(() => {
    const at = Number((slider.element() as HTMLInputElement).value);
    expect(log[at - 1]!.type).toBe("tool.requested");
  });
});

test("lanes and calls are drawn in their own colours where motion is reduced, too", async () => {
  const { container } = await show(log);
  const canvas = container.querySelector<HTMLCanvasElement>(".cb-minimap canvas")!;
  const drawn = () => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) colours.add(`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`);
    return [...colours];
  };
  const text = getComputedStyle(container.querySelector(".cb-player")!).color;
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(2));
  expect(drawn()).not.toContain(text);
});

/** Agents within agents: each has some calls of its own, and the last of them starts the next. */
function nestedAgents(depth: number, calls: number) {
  const events: Parameters<typeof asLog>[0][number][] = [
    { type: "message.added", messageId: "m", role: "user", text: "Read" },
  ];
  const call = (callId: string, agentId: string) => [
    { type: "tool.requested" as const, callId, tool: "read", agentId },
    { type: "tool.started" as const, callId, tool: "read", input: {}, summary: `File ${callId}` },
  ];
  const agent = (at: number, parent: { parentCallId: string } | { messageId: string }) => {
    const agentId = `a${at}`;
    events.push({ type: "agent.started", agentId, ...parent });
    for (let index = 0; index < calls; index++) {
      events.push(...call(`c${at}.${index}`, agentId));
      events.push({ type: "tool.completed", callId: `c${at}.${index}`, output: index % 2 === 0 ? "even" : "odd" });
      events.push({ type: "agent.text_appended", agentId, delta: `Read ${index}.`, itemId: `t${at}.${index}` });
    }
    if (at === depth) return;
    events.push(...call(`d${at}`, agentId));
    agent(at + 1, { parentCallId: `d${at}` });
  };
  agent(1, { messageId: "m" });
  return asLog(events);
}

test("while the slider is dragged, rows are seen on the way, and at its end those of that place", async () => {
  const long = asLog(manyCalls(3_000));
  const { container, slider, place } = await show(long);
  const input = slider.element() as HTMLInputElement;
  const stage = container.querySelector(".cb-player-stage")!;
  const seen = () => {
    const { top, bottom } = stage.getBoundingClientRect();
    return [...stage.querySelectorAll(".cb-call")].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    }).length;
  };
  const drag = (to: number) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, String(to));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const frames = 90;
  let withRows = 0;
  for (let frame = 1; frame <= frames; frame++) {
    drag(Math.round(long.length * (0.95 - (0.9 * frame) / frames)));
    await new Promise(requestAnimationFrame);
    if (seen() > 0) withRows++;
  }
  expect(withRows).toBeGreaterThan(frames / 4);
  const end = Math.round(long.length * 0.05);
  await vi.waitFor(() => expect(place()).toBe(end));
  await vi.waitFor(() => expect(seen()).toBeGreaterThan(8));
  // What was passed by on the way is there for whoever scrolls to it.
  for (const share of [0.9, 0.5, 0.2, 0, 1]) {
    stage.scrollTop = share * (stage.scrollHeight - stage.clientHeight);
    await vi.waitFor(() => expect(seen()).toBeGreaterThan(8));
  }
});

test("what a long jump brings is drawn over several frames, and all of it in the end", async () => {
  const [depth, calls] = [4, 2];
  const long = nestedAgents(depth, calls);
  const { container, slider, place } = await show(long);
  const rows = () => container.querySelectorAll(".cb-call").length;
  const all = depth * calls + depth - 1;
  await vi.waitFor(() => expect(rows()).toBe(all));
  await slider.fill("2");
  await vi.waitFor(() => expect(place()).toBe(2));
  await vi.waitFor(() => expect(rows()).toBe(0));
  let before = 0;
  let most = 0;
  let frame = requestAnimationFrame(function count() {
    most = Math.max(most, rows() - before);
    before = rows();
    frame = requestAnimationFrame(count);
  });
  await slider.fill(String(long.length));
  await vi.waitFor(() => expect(before).toBe(all));
  cancelAnimationFrame(frame);
  expect(place()).toBe(long.length);
  // Two agents have more rows than a frame has.
  expect(most).toBeLessThanOrEqual(calls + 1);
});
