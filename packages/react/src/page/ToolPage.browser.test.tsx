import {
  createLocalClient,
  createRegistry,
  defineTool,
  needsModel,
  ToolClientError,
  ToolError,
  type CallSummary,
  type ToolClient,
} from "@callboard/core";
import type { ReactNode } from "react";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { z } from "zod";
import { jumpOf, mostShift } from "../../../../test/setup/layoutShifts.ts";
import { chatIds, createFakeChat } from "../testing/fixtures/chatEvents.ts";
import { heardIn } from "../testing/fixtures/heard.ts";
import { CallAnnouncer } from "./CallAnnouncer.tsx";
import { ToolPage } from "./ToolPage.tsx";

const half = defineTool({
  slug: "half",
  name: "Half",
  description: "Halves a number. Use it for one number.",
  category: "test",
  icon: "calculator",
  summary: ({ value }) => ({ template: "half of {value}", values: { value } }),
  inputSchema: z.object({ value: z.number().meta({ title: "Value" }) }),
  outputSchema: z.object({ result: z.number().meta({ title: "Result" }) }),
  execute: ({ value }) => ({ result: value / 2 }),
});

const slow: typeof half = { ...half, slug: "slow", name: "Slow", execute: () => new Promise(() => {}) };

function localClient() {
  const registry = createRegistry();
  registry.register(half);
  registry.register(slow);
  return createLocalClient(registry);
}

const runWith = async (value: string) => {
  await userEvent.fill(page.getByRole("spinbutton", { name: "Value" }), value);
  await userEvent.click(page.getByRole("button", { name: "Run", exact: true }));
};

const rows = Array.from({ length: 30 }, (_, row) => ({ package: `package-${row}`, files: row }));
/** It writes lines, and returns something else once it is told to. */
const survey = (until: Promise<void>) =>
  defineTool({
    slug: "survey",
    name: "Survey",
    description: "Counts files by package. Use it for an overview.",
    category: "test",
    icon: "calculator",
    inputSchema: z.object({ value: z.number().meta({ title: "Value" }) }),
    outputSchema: z.object({ rows: z.array(z.object({ package: z.string(), files: z.number() })) }),
    execute: async (_input, _context, { onOutput }) => {
      for (let line = 0; line < 40; line++) {
        onOutput(`package-${line}: ${line} files\n`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await until;
      return { rows };
    },
  });

describe("ToolPage", () => {
  test("moves nothing of the history while a run writes lines, nor at its end", async () => {
    let end = () => {};
    const registry = createRegistry();
    registry.register(survey(new Promise((resolve) => (end = resolve))));
    await render(<ToolPage client={createLocalClient(registry)} slug="survey" />);
    const heading = page.getByRole("heading", { name: "Run history" });
    await expect.element(heading).toBeVisible();
    const writing = await jumpOf(heading.element(), async () => {
      await runWith("9");
      await expect.element(page.getByRole("region", { name: "Output so far" })).toHaveTextContent("package-39");
    });
    expect(writing.moved).toBe(0);
    expect(writing.score).toBeLessThanOrEqual(mostShift);
    const ending = await jumpOf(heading.element(), async () => {
      end();
      await expect.element(page.getByText("Log · 40 lines")).toBeVisible();
    });
    expect(ending.moved).toBe(0);
    expect(ending.score).toBeLessThanOrEqual(mostShift);
  });

  test("leaves the head of a run as it is when it is cancelled", async () => {
    await render(<ToolPage client={localClient()} slug="slow" />);
    await runWith("1");
    const cancel = page.getByRole("button", { name: "Cancel" });
    const { left, right } = cancel.element().getBoundingClientRect();
    const jump = await jumpOf(cancel.element(), () => userEvent.click(cancel));
    expect(jump.score).toBeLessThanOrEqual(mostShift);
    expect(jump.moved).toBe(0);
    const now = page.getByRole("button", { name: "Use this input" }).element().getBoundingClientRect();
    expect([now.left, now.right]).toEqual([left, right]);
  });

  test("runs a tool, shows its output, and keeps the run under its words", async () => {
    await render(<ToolPage client={localClient()} slug="half" />);
    await runWith("9");
    await expect.element(page.getByRole("group", { name: "Half" })).toHaveTextContent("Result4.5");
    // The form beside it shows the input.
    await expect.element(page.getByRole("group", { name: "Half" }).getByText("Input", { exact: true })).toBeVisible();
    expect(document.querySelector<HTMLDetailsElement>("details[data-args]")!.open).toBe(false);
    const history = page.getByRole("region", { name: "Run history" });
    await expect.element(history.getByRole("button", { name: /Done.*half of 9/ })).toBeVisible();
  });

  test("says once that it needs a model, before it is filled in, with what to do behind a detail", async () => {
    const registry = createRegistry();
    registry.register({ ...half, available: needsModel() });
    const context = { facts: { model: false } };
    await render(<ToolPage client={createLocalClient(registry, { context })} slug="half" />);
    await expect.element(page.getByText("Needs a model")).toBeVisible();
    expect(page.getByText(/needs a model/i).elements()).toHaveLength(1);
    await expect.element(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
    await expect.element(page.getByText(/OPENAI_MODEL/)).not.toBeVisible();
    await userEvent.click(page.getByText("How to connect one"));
    await expect.element(page.getByText(/OPENAI_MODEL/)).toBeVisible();
  });

  test("its history says what waits for a person, at whatever depth", async () => {
    const client = localClient();
    const calls: typeof client.calls = async () => [
      {
        callId: "c1",
        sessionId: "s1",
        tool: "half",
        summary: "half of 9",
        status: "running",
        waitsFor: "approval",
        source: "web",
        userId: null,
        input: { value: 9 },
        error: null,
        startedAt: 0,
        endedAt: null,
        durationMs: null,
      },
    ];
    await render(<ToolPage client={{ ...client, calls }} slug="half" />);
    await expect.element(page.getByRole("button", { name: /^Needs approval.*half of 9/ })).toBeVisible();
  });

  test("says what its client lacks where that cannot run tools", async () => {
    const { tool } = localClient();
    await render(<ToolPage client={{ tool }} slug="half" />);
    await runWith("9");
    await expect.element(page.getByText("This needs a client with `run`.")).toBeVisible();
  });

  test("says why a tool cannot be run now, and lets nobody fill in its form", async () => {
    const registry = createRegistry();
    registry.register({ ...half, available: () => ({ reason: "Open a space first." }) });
    await render(<ToolPage client={createLocalClient(registry)} slug="half" />);
    await expect.element(page.getByText("Cannot be run now: Open a space first.")).toBeVisible();
    await expect.element(page.getByRole("spinbutton", { name: "Value" })).toBeDisabled();
  });

  test("opens an old run, and puts its input back into the form", async () => {
    await render(<ToolPage client={localClient()} slug="half" />);
    await runWith("9");
    await expect.element(page.getByText("4.5")).toBeVisible();
    await runWith("5");
    await expect.element(page.getByText("2.5")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: /half of 9/ }).last());
    await expect.element(page.getByText("4.5")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Use this input" }));
    await expect.element(page.getByRole("spinbutton", { name: "Value" })).toHaveValue("9");
  });

  test("marks the run that is shown once the form holds another input than it had", async () => {
    await render(<ToolPage client={localClient()} slug="half" />);
    await runWith("8");
    const run = page.getByRole("region", { name: "Run", exact: true });
    const note = run.getByText("Result for an earlier input");
    await expect.element(run.getByText("4", { exact: true })).toBeVisible();
    expect(note.query()).toBeNull();
    await userEvent.fill(page.getByRole("spinbutton", { name: "Value" }), "10");
    await expect.element(note).toBeVisible();
    await expect.element(run).toHaveAccessibleDescription("Result for an earlier input");
    await runWith("12");
    await expect.element(run.getByText("6", { exact: true })).toBeVisible();
    expect(note.query()).toBeNull();

    // A run that is opened to be read is not marked; a change beside it is one.
    await userEvent.click(page.getByRole("button", { name: /half of 8/ }).last());
    await expect.element(run.getByText("4", { exact: true })).toBeVisible();
    expect(note.query()).toBeNull();
    await userEvent.fill(page.getByRole("spinbutton", { name: "Value" }), "14");
    await expect.element(note).toBeVisible();
    await userEvent.click(run.getByRole("button", { name: "Use this input" }));
    await expect.element(page.getByRole("spinbutton", { name: "Value" })).toHaveValue("8");
    expect(note.query()).toBeNull();
  });

  test("marks the run that was started last whenever it is shown, also after another was read or taken over", async () => {
    await render(<ToolPage client={localClient()} slug="half" />);
    const run = page.getByRole("region", { name: "Run", exact: true });
    const note = run.getByText("Result for an earlier input");
    const result = (value: string) => run.getByText(value, { exact: true });
    const field = page.getByRole("spinbutton", { name: "Value" });
    const open = (value: number) => userEvent.click(page.getByRole("button", { name: `half of ${value}` }).last());
    await runWith("8");
    await expect.element(result("4")).toBeVisible();
    await runWith("10");
    await expect.element(result("5")).toBeVisible();
    await userEvent.fill(field, "12");
    await expect.element(note).toBeVisible();
    await open(8);
    await expect.element(result("4")).toBeVisible();
    expect(note.query()).toBeNull();
    await open(10);
    await expect.element(result("5")).toBeVisible();
    await expect.element(note).toBeVisible();
    await open(8);
    await expect.element(result("4")).toBeVisible();
    await userEvent.click(run.getByRole("button", { name: "Use this input" }));
    await expect.element(field).toHaveValue("8");
    await open(10);
    await expect.element(note).toBeVisible();
    await userEvent.fill(field, "10");
    await expect.element(note).not.toBeInTheDocument();
  });

  test("marks what came of trying again at once, where the form holds another input by then", async () => {
    const registry = createRegistry();
    let tries = 0;
    registry.register({
      ...half,
      execute: ({ value }) => {
        if (++tries < 2) throw new ToolError("Not now.");
        return { result: value / 2 };
      },
    });
    await render(<ToolPage client={createLocalClient(registry)} slug="half" />);
    await runWith("8");
    const run = page.getByRole("region", { name: "Run", exact: true });
    await expect.element(run.getByRole("alert")).toHaveTextContent("Not now.");
    await userEvent.fill(page.getByRole("spinbutton", { name: "Value" }), "10");
    await userEvent.click(run.getByRole("button", { name: "Try again" }));
    await expect.element(run.getByText("4", { exact: true })).toBeVisible();
    await expect.element(run.getByText("Result for an earlier input")).toBeVisible();
  });

  test("leads whoever takes an old input to the form, which is marked and has the focus", async () => {
    await page.viewport(390, 500);
    await render(
      <div style={{ paddingBlockEnd: 2000 }}>
        <ToolPage client={localClient()} slug="half" />
      </div>,
    );
    await runWith("9");
    const reuse = page.getByRole("button", { name: "Use this input" });
    // In the head of the card, at its end.
    const head = reuse.element().closest(".cb-call-header")!.getBoundingClientRect();
    expect(reuse.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(head.bottom);
    window.scrollTo({ top: 400, behavior: "instant" });
    const field = page.getByRole("spinbutton", { name: "Value" });
    // A press at once may have been meant for Cancel, which stood there.
    await vi.waitFor(() => {
      (reuse.element() as HTMLElement).click();
      expect(document.querySelector("[data-filled]")).not.toBeNull();
    });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toBeInViewport();
    await expect.element(field).toHaveValue("9");
    expect(getComputedStyle(field.element().closest(".cb-form")!).animationName).toBe("cb-filled");
    await page.viewport(1280, 800);
  });

  test("shows a colleague's run as it stands, and offers them none of its answers", async () => {
    const registry = createRegistry();
    registry.register(half);
    const { client } = createFakeChat({
      isOwn: false,
      events: [
        { type: "tool.requested", callId: "c1", tool: "half", title: "Half", source: "web" },
        { type: "tool.input_ready", callId: "c1", input: { value: 9 } },
        { type: "tool.needs_approval", callId: "c1", approvalId: "p1", input: { value: 9 } },
      ],
    });
    const run: CallSummary = {
      callId: "c1",
      sessionId: chatIds.session,
      tool: "half",
      summary: "half of 9",
      source: "web",
      input: { value: 9 },
      status: "awaiting-approval",
      userId: "ada",
      error: null,
      startedAt: 0,
      endedAt: null,
      durationMs: null,
    };
    const { tool } = createLocalClient(registry);
    await render(<ToolPage client={{ ...client, tool, calls: async () => [run] }} slug="half" run="c1" />);
    await expect.element(page.getByText("Only the person whose session this is can answer.")).toBeVisible();
    await expect.element(page.getByRole("group", { name: "“Half” waits for approval" })).toBeVisible();
    expect(page.getByRole("button", { name: "Deny" }).elements()).toEqual([]);
    await expect.element(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  });

  test("a failed run is tried again, or with a value that the tool suggests", async () => {
    const registry = createRegistry();
    let tries = 0;
    registry.register({
      ...half,
      execute: ({ value }) => {
        if (++tries < 3) throw new ToolError("Only even numbers.", { path: "/value", suggestions: [value + 1] });
        return { result: value / 2 };
      },
    });
    await render(<ToolPage client={createLocalClient(registry)} slug="half" />);
    await runWith("9");
    const card = page.getByRole("group", { name: "Half" });
    await expect.element(card.getByRole("alert")).toHaveTextContent("Only even numbers.");
    await userEvent.click(card.getByRole("button", { name: "Try again" }));
    await expect.poll(() => tries).toBe(2);
    await userEvent.click(card.getByRole("button", { name: "Use “10”" }));
    await expect.element(card).toHaveTextContent("Result5");
  });

  test("cancels a run that is going, and says so", async () => {
    await render(<ToolPage client={localClient()} slug="slow" />);
    await runWith("1");
    await userEvent.click(page.getByRole("button", { name: "Cancel" }));
    await expect.element(page.getByRole("group", { name: "Slow" })).toHaveTextContent("Cancelled");
    // What takes its place is as wide, and takes no press that was meant for it.
    const reuse = page.getByRole("button", { name: "Use this input" });
    await userEvent.fill(page.getByRole("spinbutton", { name: "Value" }), "2");
    await expect.element(reuse).toHaveAttribute("aria-disabled", "true");
    (reuse.element() as HTMLElement).click();
    await expect.element(page.getByRole("spinbutton", { name: "Value" })).toHaveValue("2");
    await expect.element(reuse).not.toHaveAttribute("aria-disabled");
    await expect
      .poll(async () => {
        await userEvent.click(reuse);
        return page.getByRole("spinbutton", { name: "Value" }).element();
      })
      .toHaveValue("1");
  });

  test("says once that a run goes on, by its form or by its name", async () => {
    const client = localClient();
    const show = (other?: ReactNode) => (
      <>
        <ToolPage client={client} slug="slow" />
        {other}
      </>
    );
    const { container, rerender } = await render(show());
    const cancel = page.getByRole("button", { name: "Cancel", exact: true });
    await expect.element(page.getByRole("spinbutton", { name: "Value" })).toBeVisible();
    const heard = heardIn(container);
    const said = () => heard.filter((words) => !words.startsWith("Other"));
    await runWith("1");
    await expect.element(cancel).toBeVisible();
    // What begins later is said later: by then the run would have been.
    await rerender(show(<CallAnnouncer call={{ id: "other", status: "running" }} name="Other" isRunSaid={false} />));
    await vi.waitFor(() => expect(heard).toContain("Other: Running"));
    await userEvent.click(cancel);
    await vi.waitFor(() => expect(said()).toEqual(["Running…", "Slow: Cancelled"]), { timeout: 10_000 });
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    await vi.waitFor(() => expect(said().slice(2)).toEqual(["Slow: Running"]), { timeout: 10_000 });
  });

  test("says why a run could not be cancelled, and can be asked again", async () => {
    const local = localClient();
    let asked = 0;
    const client: ToolClient = {
      ...local,
      cancel: (target) =>
        ++asked === 1
          ? Promise.reject(new ToolClientError("You may not end this run.", { code: "forbidden", status: 403 }))
          : local.cancel(target),
    };
    await render(<ToolPage client={client} slug="slow" />);
    await runWith("1");
    await userEvent.click(page.getByRole("button", { name: "Cancel" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("You may not end this run.");
    await userEvent.click(page.getByRole("button", { name: "Cancel" }));
    await expect.element(page.getByRole("group", { name: "Slow" })).toHaveTextContent("Cancelled");
    expect(page.getByRole("alert").elements()).toEqual([]);
  });

  test("a page that is drawn again with the same run shows the same state", async () => {
    const client = localClient();
    const onRunChange = vi.fn();
    const first = await render(<ToolPage client={client} slug="half" onRunChange={onRunChange} />);
    await runWith("9");
    await expect.element(page.getByText("4.5")).toBeVisible();
    const run = onRunChange.mock.calls.at(-1)![0] as string;
    await first.unmount();
    await render(<ToolPage client={client} slug="half" run={run} />);
    await expect.element(page.getByText("4.5")).toBeVisible();
  });

  test("an error of the host lands on its field, and nothing typed is lost", async () => {
    const client: ToolClient = {
      ...localClient(),
      run: () =>
        Promise.reject(
          new ToolClientError("Not valid.", {
            code: "invalid_input",
            status: 422,
            issues: [{ path: "/value", message: "Must be even here." }],
          }),
        ),
    };
    await render(<ToolPage client={client} slug="half" />);
    await runWith("9");
    const value = page.getByRole("spinbutton", { name: "Value" });
    await expect.element(value).toHaveAttribute("aria-invalid", "true");
    await expect.element(value).toHaveAccessibleDescription(/Must be even here/);
    await expect.element(value).toHaveValue("9");
  });

  test("a host that is away is said in words, and trying again works", async () => {
    const client = localClient();
    const run = vi
      .fn(client.run)
      .mockRejectedValueOnce(new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 }));
    await render(<ToolPage client={{ ...client, run }} slug="half" />);
    await runWith("9");
    await expect.element(page.getByRole("alert")).toHaveTextContent("The host cannot be reached.");
    // Who reads that presses again later than who presses twice.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await userEvent.click(page.getByRole("button", { name: "Run", exact: true }));
    await expect.element(page.getByText("4.5")).toBeVisible();
    expect(page.getByRole("alert").elements()).toHaveLength(0);
  });

  test("an unknown tool and an unknown run are said in words", async () => {
    const { rerender } = await render(<ToolPage client={localClient()} slug="none" />);
    await expect.element(page.getByRole("heading", { name: "There is no such tool" })).toBeVisible();
    await rerender(<ToolPage client={localClient()} slug="half" run="gone" />);
    await expect.element(page.getByText("This run is not here any more")).toBeVisible();
  });
});
