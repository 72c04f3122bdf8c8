import { createTimeline, ToolClientError, type NewEvent, type ToolClient } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../testing/fixtures/callEvents.ts";
import { ask, createFakeChat, nestedAsk, note, turn } from "../testing/fixtures/chatEvents.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

beforeEach(() => sessionStorage.clear());

const asked: NewEvent[] = [...turn(1, "Publish"), ...ask("a1", "p1", note, { reason: "Everybody reads it." })];

const names = new Map([["maria", "Maria Sibylla"]]);

const show = (client: ToolClient, events: NewEvent[] = asked, callId = "p1") =>
  render(
    <ToolProvider timeline={timelineOf(events)} client={client} user="ada" nameOf={(id) => names.get(id)}>
      <ToolCallCard callId={callId} />
    </ToolProvider>,
  );

const approve = () => page.getByRole("button", { name: "Publish note", exact: true });
const deny = () => page.getByRole("button", { name: "Deny" });

describe("CallApproval", () => {
  test("says who wants to do what, why, and with exactly which input", async () => {
    await show(createFakeChat().client, nestedAsk, "c6");
    const region = page.getByRole("group", { name: "Note writer wants to use “Publish note”" });
    await expect.element(region).toBeVisible();
    await expect.element(region).toHaveTextContent("Notes are read by everybody");
    await expect.element(page.getByText("Publishes a note to the list that everybody here reads.")).toBeVisible();
    const shown = [...region.element().querySelectorAll("[data-exact]")].map((element) => element.textContent);
    expect(shown).toEqual([note.title, note.text, ...note.tags, "false"]);
    expect([...region.element().querySelectorAll("dt")].map((label) => label.textContent)).toEqual([
      "Title",
      "Text",
      "Tags",
      "Pinned",
    ]);
  });

  test("hides nothing: long values scroll, and what cannot be seen has a code", async () => {
    const text = `${"A long line of the note. ".repeat(200)}The end.`;
    const { container } = await show(createFakeChat().client, [
      ...turn(1, "Publish"),
      ...ask("a1", "p1", {
        title: "a\u202eb\u200bc",
        text,
        deep: { list: [1, { x: "inner" }] },
        none: null,
        huge: 12345678.5,
      }),
    ]);
    await expect.element(approve()).toBeVisible();
    const values = [...container.querySelectorAll("[data-exact]")].map((element) => element.textContent);
    expect(values).toEqual(["a⟨U+202E⟩b⟨U+200B⟩c", text, "1", "inner", "null", "12345678.5"]);
    const long = page.getByRole("region", { name: "Value of Text" }).element();
    expect(long.scrollHeight).toBeGreaterThan(long.clientHeight);
    expect(container.querySelector(".cb-approval [aria-expanded], .cb-approval details")).toBeNull();
    await expect.element(page.getByText(/Invisible characters are shown as codes/)).toBeVisible();
  });

  test("a value too large for a list is shown whole, as the JSON that it is", async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ index, text: `row ${index}` }));
    const { container } = await show(createFakeChat().client, [...turn(1, "Go"), ...ask("a1", "p1", { rows })]);
    await expect.element(approve()).toBeVisible();
    const shown = container.querySelector("[data-exact]")!.textContent!;
    expect(JSON.parse(shown)).toEqual({ rows });
    expect(container.querySelectorAll("*").length).toBeLessThan(200);
  });

  test("takes no focus, and no key answers by itself", async () => {
    const { client, answers } = createFakeChat();
    await show(client);
    await expect.element(approve()).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard("{Enter} ");
    expect(answers).toEqual([]);
    expect(
      document.querySelector(".cb-approval form, .cb-approval [type=submit], .cb-approval [autofocus]"),
    ).toBeNull();
    await userEvent.click(page.getByRole("button", { name: "Say why" }));
    await userEvent.click(page.getByLabelText("Reason for denying (optional)"));
    await userEvent.keyboard("No{Enter}");
    expect(answers).toEqual([]);
  });

  test("approves once, and keeps its button's width and words while the answer is under way", async () => {
    const { client, answers } = createFakeChat({ delay: 60 });
    await show(client);
    const width = approve().element().getBoundingClientRect().width;
    await userEvent.dblClick(approve());
    expect(approve().element().getBoundingClientRect().width).toBe(width);
    await expect.element(approve()).toHaveAttribute("aria-disabled", "true");
    await expect.element(deny()).toHaveAttribute("aria-disabled", "true");
    await vi.waitFor(() => expect(answers).toEqual([{ callId: "p1", approvalId: "approval-p1", decision: "approve" }]));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(answers).toHaveLength(1);
  });

  test("denies with a reason", async () => {
    const { client, answers } = createFakeChat();
    await show(client);
    await userEvent.click(page.getByRole("button", { name: "Say why" }));
    await userEvent.fill(page.getByLabelText("Reason for denying (optional)"), "  Not before Friday ");
    await userEvent.click(deny());
    await vi.waitFor(() =>
      expect(answers).toEqual([
        { callId: "p1", approvalId: "approval-p1", decision: "deny", reason: "Not before Friday" },
      ]),
    );
  });

  test("follows an answer that came from elsewhere", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const log = asLog([
      ...asked,
      { type: "tool.denied", callId: "p1", approvalId: "approval-p1", by: "maria", reason: "Not yet." },
    ]);
    timeline.apply(log.slice(0, -1));
    const refuse = { answer: new ToolClientError("It is answered.", { code: "conflict", status: 409 }) };
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat({ refuse }).client} user="ada">
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
    await userEvent.click(approve());
    await expect.element(page.getByRole("alert")).toHaveTextContent("It was answered elsewhere already.");
    await expect.element(approve()).toHaveAttribute("aria-disabled", "true");
    timeline.apply(log.at(-1)!);
    // Nobody knows her by name here, and an id is no name.
    await expect.element(page.getByText("Denied", { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText(/maria/)).not.toBeInTheDocument();
    await expect.element(page.getByText("Not yet.")).toBeVisible();
    await expect.element(approve()).not.toBeInTheDocument();
  });

  test.each([
    [0, "Your answer did not reach the host."],
    [403, "Your answer was not taken: Not for you."],
  ])("after a refusal with status %i it says why and can be tried again", async (status, words) => {
    const { client } = createFakeChat({
      refuse: { answer: new ToolClientError("Not for you.", { code: "no", status }) },
    });
    await show(client);
    await userEvent.click(deny());
    await expect.element(page.getByRole("alert")).toHaveTextContent(words);
    await expect.element(deny()).not.toHaveAttribute("aria-disabled");
  });

  test("draws no control that cannot be honoured", async () => {
    const { client } = createFakeChat();
    for (const other of [
      { ...client, answer: undefined },
      { ...client, can: () => ({ answer: false, edit: false, cancel: false }) },
    ] as ToolClient[]) {
      const { container, unmount } = await show(other);
      await expect.element(page.getByText("It cannot be answered from this page.")).toBeVisible();
      expect(container.querySelectorAll(".cb-approval button, .cb-approval textarea")).toHaveLength(0);
      await unmount();
    }
  });

  test("says until when it can be answered", async () => {
    const { unmount } = await show(createFakeChat().client, [
      ...turn(1, "Go"),
      ...ask("a1", "p1", note, { expiresAt: Date.now() + 5 * 60_000 - 500 }),
    ]);
    await expect.element(page.getByText(/Expires in 5\smin/)).toBeVisible();
    await unmount();
    // Below ten seconds it counts on.
    const soon = ask("a1", "p1", note, { expiresAt: Date.now() + 9000 });
    const last = await show(createFakeChat().client, [...turn(1, "Go"), ...soon]);
    await expect.element(page.getByText(/Expires in [1-9]\ss/)).toBeVisible();
    await last.unmount();
    await show(createFakeChat().client, [...turn(1, "Go"), ...ask("a1", "p1", note, { expiresAt: Date.now() - 1000 })]);
    await expect.element(page.getByText("The time to answer is over.")).toBeVisible();
  });

  test("says who approved it, and that the input was changed", async () => {
    await show(createFakeChat().client, [
      ...asked,
      { type: "tool.approved", callId: "p1", approvalId: "approval-p1", by: "maria", input: { ...note, pinned: true } },
      { type: "tool.started", callId: "p1", tool: "publish_note", input: { ...note, pinned: true } },
    ]);
    await userEvent.click(page.getByRole("button", { name: /Publish note.*Running/ }));
    await expect.element(page.getByText("Approved by Maria Sibylla")).toBeVisible();
    await userEvent.click(page.getByText("The input was changed before it was approved."));
    const change = page.getByRole("definition").filter({ hasText: "Before" });
    await expect.element(change).toHaveTextContent("Before: falseAfter: true");
  });

  test("says of one's own answer that it is one's own", async () => {
    await show(createFakeChat().client, [
      ...asked,
      { type: "tool.denied", callId: "p1", approvalId: "approval-p1", by: "ada" },
    ]);
    await userEvent.click(page.getByRole("button", { name: /Publish note.*Denied/ }));
    await expect.element(page.getByText("You denied it")).toBeVisible();
  });
});
