import { describe, expect, test } from "vitest";
import { toResumeCommand } from "./fromAgUi.ts";
import { called, callOf, done, run, tell } from "./testing/agUiScript.ts";

const asked = (value: unknown) => ({ type: "CUSTOM", name: "on_interrupt", value });
const resumed = (resume: unknown) => [
  { type: "RUN_STARTED", threadId: "t", runId: "r2", input: { forwardedProps: { command: { resume } } } },
  { type: "STEP_STARTED", stepName: "next" },
];
const review = {
  action_requests: [
    { name: "publish", args: { title: "Draft" } },
    { name: "publish", args: { title: "Other" } },
  ],
  review_configs: [{ action_name: "publish", allowed_decisions: ["approve", "edit", "reject"] }],
};

describe("what an older producer asks by on_interrupt", () => {
  test("is a question, once, and answered by the command of the next run", () => {
    const { timeline, adapter } = tell([
      run(),
      ...called("c1", "publish", {}),
      asked('{"question":"Which city?"}'),
      done(),
    ]);
    const [interrupt] = adapter.interrupts();
    const waiting = callOf(timeline, `interrupt:${interrupt!.id}`);
    expect(waiting).toMatchObject({
      status: "awaiting-input",
      questions: [{ id: interrupt!.id, message: "Which city?", state: "pending" }],
    });
    expect(timeline.snapshot().agents).toMatchObject([{ status: "running" }]);
    // A run that goes on without the answer tells it again.
    for (const event of [run("r1b"), asked('{"question":"Which city?"}'), done("r1b")])
      timeline.apply(adapter.push(event));
    expect(adapter.interrupts()).toEqual([interrupt]);
    const command = toResumeCommand([interrupt!], [{ action: "accept", content: "Oslo" }]);
    expect(command).toEqual({ resume: "Oslo", interruptEvent: '{"question":"Which city?"}' });
    for (const event of resumed(command.resume)) timeline.apply(adapter.push(event as never));
    expect(callOf(timeline, waiting.id)).toMatchObject({
      status: "completed",
      questions: [{ state: "accepted", content: "Oslo" }],
    });
    expect(adapter.interrupts()).toEqual([]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("about calls is an approval of each, decided in LangChain's shape", () => {
    const { timeline, adapter } = tell([
      run(),
      ...called("c1", "publish", { title: "Draft" }),
      ...called("c2", "publish", { title: "Other" }),
      asked(review),
      done(),
    ]);
    for (const id of ["c1", "c2"]) expect(callOf(timeline, id).status).toBe("awaiting-approval");
    const command = toResumeCommand(adapter.interrupts(), [
      { decision: "approve", input: { title: "Final" } },
      { decision: "deny", reason: "No." },
    ]);
    expect(command.resume).toEqual({
      decisions: [
        { type: "edit", edited_action: { name: "publish", args: { title: "Final" } } },
        { type: "reject", message: "No." },
      ],
    });
    for (const event of resumed(command.resume)) timeline.apply(adapter.push(event as never));
    expect(callOf(timeline, "c1").approval).toMatchObject({ state: "approved", input: { title: "Final" } });
    expect(callOf(timeline, "c2")).toMatchObject({ status: "denied", approval: { reason: "No." } });
  });

  test("is seen once where the run's end tells it too", () => {
    const interrupts = [{ id: "i1", reason: "confirmation", message: "Sure?" }];
    const { timeline, adapter } = tell([
      run(),
      asked({ message: "Sure?" }),
      done("r1", { outcome: { type: "interrupt", interrupts } }),
    ]);
    expect(adapter.interrupts()).toEqual([]);
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([{ id: "interrupt:i1", status: "awaiting-approval" }]);
  });

  test("several times is as many asks, which one answer cannot be for", () => {
    const { timeline, adapter } = tell([run(), asked("Which city?"), asked("Which city?"), asked("When?"), done()]);
    expect(timeline.snapshot().agents[0]!.items).toHaveLength(3);
    expect(() => toResumeCommand(adapter.interrupts(), [])).toThrow("Several tools ask at once");
  });

  test("stays where the stream breaks off before the run's end", () => {
    const { timeline, adapter } = tell([run(), asked("Which city?")]);
    timeline.apply(adapter.end());
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([{ status: "awaiting-input" }]);
  });
});

test("an interrupt without an id is noted: nobody could answer it", () => {
  const interrupts = [{ reason: "confirmation", message: "Sure?" }];
  const { timeline } = tell([run(), done("r1", { outcome: { type: "interrupt", interrupts } })]);
  expect(timeline.snapshot().notices).toHaveLength(1);
});
