/**
 * Each wire that has the notion of an ask brings it as the same ask, and gets its answer in its own shape: once,
 * whoever answers, and whenever.
 */
import { describe, expect, test } from "vitest";
import { createTimeline, type CallView, type Timeline } from "@callboard/core/timeline";
import type { AskAnswer } from "@callboard/core";
import { fromAcp, toElicitationAnswer, toPermissionOutcome } from "@callboard/core/stream/acp";
import { fromAgUi, toResumeEntry, type AgUiInterrupt } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { fromClaudeAgent, toPermissionResult } from "@callboard/core/stream/claude-agent";
import { fromLangGraph, toResumeValue } from "@callboard/core/stream/langgraph";
import { fromMcp } from "@callboard/core/stream/mcp";
import { wireNames, wires, type WireName } from "./wires.ts";

type Act = "approve" | "always" | "deny" | "edit" | "fill" | "own words" | "cancel" | "expire";

interface Pushes {
  push(chunk: never): readonly object[];
  end(reason?: string): readonly object[];
}

interface Script {
  adapter: () => Pushes;
  callId: string;
  /** The wire until it asks. */
  asks: readonly object[];
  /** What goes back for an answer, and stands on the wire then. */
  answer(answer: AskAnswer): readonly object[];
  /** How the wire withdraws the ask, where it does. */
  expire?: readonly object[];
}

const NOW = Date.parse("2026-01-01T00:00:00Z");
const options = { sessionId: "s", now: () => NOW };
const input = { title: "Draft" };
const schema = { type: "object", properties: { city: { type: "string" } } };

const acpOf = (method: string, params: object, resultOf: (answer: AskAnswer) => object): Script => ({
  adapter: () => fromAcp(options),
  callId: "c1",
  asks: [
    { id: 0, method: "session/prompt", params: { sessionId: "s", prompt: [{ type: "text", text: "Go." }] } },
    {
      method: "session/update",
      params: {
        sessionId: "s",
        update: { sessionUpdate: "tool_call", toolCallId: "c1", title: "publish", rawInput: input, status: "pending" },
      },
    },
    { id: 7, method, params: { sessionId: "s", ...params } },
  ],
  answer: (answer) => [{ id: 7, result: resultOf(answer) }],
  expire: [{ method: "session/cancel", params: { sessionId: "s" } }],
});
const permission = {
  toolCall: { toolCallId: "c1" },
  options: [
    { optionId: "yes", name: "Allow", kind: "allow_once" },
    { optionId: "ever", name: "Always allow publishing", kind: "allow_always" },
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ],
};

const agUiOf = (interrupt: AgUiInterrupt): Script => ({
  adapter: () => fromAgUi(options),
  callId: "c1",
  asks: [
    { type: "RUN_STARTED", threadId: "t", runId: "r1" },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "publish" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: JSON.stringify(input) },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "RUN_FINISHED", threadId: "t", runId: "r1", outcome: { type: "interrupt", interrupts: [interrupt] } },
  ],
  answer: (answer) => resumed(toResumeEntry(interrupt, answer, 0)),
  expire: resumed({ interruptId: interrupt.id, status: "cancelled" }),
});
const resumed = (entry: object) => [
  { type: "RUN_STARTED", threadId: "t", runId: "r2", input: { resume: [entry] } },
  // An answer counts once the agent goes on.
  { type: "STEP_STARTED", stepName: "next" },
];
const interrupt = { id: "i", reason: "tool_call", toolCallId: "c1", expiresAt: "2025-01-01T00:00:00Z" };

const suggestions = [
  { type: "addRules", rules: [{ toolName: "publish" }], behavior: "allow", destination: "localSettings" },
];
const claudeOf = (tool_name: string, given: object): Script => {
  const request = {
    subtype: "can_use_tool",
    tool_use_id: "c1",
    tool_name,
    input: given,
    permission_suggestions: suggestions,
  };
  const call = { type: "tool_use", id: "c1", name: tool_name, input: given };
  return {
    adapter: () => fromClaudeAgent(options),
    callId: "c1",
    asks: [
      { type: "system", subtype: "init", session_id: "s", uuid: "u1" },
      { type: "assistant", session_id: "s", uuid: "u2", message: { id: "m", role: "assistant", content: [call] } },
      { type: "control_request", request_id: "r", request },
    ],
    answer: (answer) => [
      {
        type: "control_response",
        response: { subtype: "success", request_id: "r", response: toPermissionResult(request, answer) },
      },
    ],
    expire: [
      { type: "control_cancel_request", request_id: "r" },
      { type: "result", subtype: "error_during_execution", session_id: "s", terminal_reason: "aborted_tools" },
    ],
  };
};
const choices = { questions: [{ question: "Which city?", options: [{ label: "Oslo" }, { label: "Rome" }] }] };

const langGraphOf = (value: unknown, event: object): Script => ({
  adapter: () => fromLangGraph(options),
  callId: "c1",
  asks: [event, [[], "updates", { __interrupt__: [{ id: "i", value }] }]],
  answer: (answer) => [
    { method: "input.respond", params: { interrupt_id: "i", response: toResumeValue(value, [answer]) } },
  ],
});
const review = {
  actionRequests: [{ name: "publish", args: input }],
  reviewConfigs: [{ actionName: "publish", allowedDecisions: ["approve", "edit", "reject"] }],
};
const asked = { id: "m", type: "ai", content: "", tool_calls: [{ id: "c1", name: "publish", args: input }] };

const called = { id: 1, method: "tools/call", params: { name: "publish", arguments: input } };
const elicitation = { method: "elicitation/create", params: { message: "Which city?", requestedSchema: schema } };
const mcp: Script = {
  adapter: () => fromMcp({ ...options, callIdOf: (id) => `c${id}` }),
  callId: "c1",
  asks: [called, { id: 9, ...elicitation }],
  answer: (answer) => [{ id: 9, result: toElicitationAnswer(answer) }],
  expire: [{ method: "notifications/cancelled", params: { requestId: 1 } }],
};
const { expire: _expire, ...mcpBase } = mcp;
const mcpReturned: Script = {
  ...mcpBase,
  asks: [
    called,
    { id: 1, result: { resultType: "input_required", inputRequests: { q: elicitation }, requestState: "z" } },
  ],
  answer: (answer) => [
    {
      id: 2,
      method: "tools/call",
      params: { ...called.params, requestState: "z", inputResponses: { q: toElicitationAnswer(answer) } },
    },
  ],
};

const aiSdk: Script = {
  adapter: () => fromAiSdk(options),
  callId: "c1",
  asks: [
    { type: "start", messageId: "m" },
    { type: "tool-input-available", toolCallId: "c1", toolName: "publish", input },
    { type: "tool-approval-request", toolCallId: "c1", approvalId: "a" },
    { type: "finish" },
  ],
  answer: (answer) => [
    {
      type: "tool-approval-response",
      approvalId: "a",
      approved: "decision" in answer && answer.decision === "approve",
    },
  ],
};

/** The scripts of each wire that has the notion, with what stands on the wire for each answer. */
const approvals = {
  aiSdk: { script: aiSdk, shapes: { approve: { approved: true }, deny: { approved: false } } },
  agUi: {
    script: agUiOf({ ...interrupt, responseSchema: { properties: { approved: {}, editedArgs: schema, reason: {} } } }),
    shapes: {
      approve: { input: { resume: [{ interruptId: "i", status: "resolved", payload: { approved: true } }] } },
      deny: { input: { resume: [{ status: "resolved", payload: { approved: false, reason: "No." } }] } },
      edit: { input: { resume: [{ payload: { approved: true, editedArgs: { title: "Final" } } }] } },
    },
  },
  claudeAgent: {
    script: claudeOf("publish", input),
    shapes: {
      approve: { response: { request_id: "r", response: { behavior: "allow", updatedInput: input } } },
      always: { response: { response: { behavior: "allow", updatedInput: input, updatedPermissions: suggestions } } },
      deny: { response: { response: { behavior: "deny", message: "No." } } },
      edit: { response: { response: { behavior: "allow", updatedInput: { title: "Final" } } } },
    },
  },
  langGraph: {
    script: langGraphOf(review, [[], "values", { messages: [asked] }]),
    shapes: {
      approve: { params: { response: { decisions: [{ type: "approve" }] } } },
      deny: { params: { response: { decisions: [{ type: "reject", message: "No." }] } } },
      edit: {
        params: {
          response: { decisions: [{ type: "edit", editedAction: { name: "publish", args: { title: "Final" } } }] },
        },
      },
    },
  },
  acp: {
    script: acpOf("session/request_permission", permission, (answer) => ({
      outcome: toPermissionOutcome(permission, answer),
    })),
    shapes: {
      approve: { id: 7, result: { outcome: { outcome: "selected", optionId: "yes" } } },
      always: { result: { outcome: { outcome: "selected", optionId: "ever" } } },
      deny: { result: { outcome: { outcome: "selected", optionId: "no" } } },
    },
  },
} as const;

/** What each wire offers that keeps rules of its own. */
const offers = {
  claudeAgent: { id: "suggested", rule: "publish", reach: "project" },
  acp: { id: "ever", words: "Always allow publishing" },
} as const;

const questions = {
  agUi: {
    script: agUiOf({
      ...interrupt,
      expiresAt: "2027-01-01T00:00:00Z",
      reason: "input_required",
      message: "Which city?",
      responseSchema: schema,
    }),
    shapes: {
      fill: { input: { resume: [{ interruptId: "i", status: "resolved", payload: { city: "Oslo" } }] } },
      cancel: { input: { resume: [{ interruptId: "i", status: "cancelled" }] } },
    },
    content: { city: "Oslo" },
  },
  claudeAgent: {
    script: claudeOf("AskUserQuestion", choices),
    shapes: {
      fill: {
        response: { response: { behavior: "allow", updatedInput: { ...choices, answers: { "Which city?": "Oslo" } } } },
      },
      "own words": {
        response: {
          response: {
            behavior: "allow",
            updatedInput: { ...choices, answers: { "Which city?": "Bergen, then Oslo" } },
          },
        },
      },
      cancel: { response: { response: { behavior: "deny" } } },
    },
    content: "Oslo",
  },
  langGraph: {
    script: langGraphOf({ question: "Which city?", schema }, [
      [],
      "tools",
      { event: "on_tool_start", toolCallId: "c1", name: "publish", input: JSON.stringify(input) },
    ]),
    shapes: { fill: { params: { interrupt_id: "i", response: { city: "Oslo" } } } },
    content: { city: "Oslo" },
  },
  acp: {
    script: acpOf(
      "elicitation/create",
      { toolCallId: "c1", mode: "form", message: "Which city?", requestedSchema: schema },
      toElicitationAnswer,
    ),
    shapes: {
      fill: { result: { action: "accept", content: { city: "Oslo" } } },
      cancel: { result: { action: "cancel" } },
    },
    content: { city: "Oslo" },
  },
  mcp: {
    script: mcp,
    shapes: {
      fill: { result: { action: "accept", content: { city: "Oslo" } } },
      cancel: { result: { action: "cancel" } },
    },
    content: { city: "Oslo" },
  },
  "mcp, returned": {
    script: mcpReturned,
    shapes: {
      fill: { params: { requestState: "z", inputResponses: { q: { action: "accept", content: { city: "Oslo" } } } } },
      cancel: { params: { inputResponses: { q: { action: "cancel" } } } },
    },
    content: { city: "Oslo" },
  },
} as const;

const tab = ({ adapter: make }: Script, chunks: readonly object[]) => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const adapter = make();
  const apply = (events: readonly object[]) => {
    timeline.apply(events as Parameters<Timeline["apply"]>[0]);
    return events;
  };
  const push = (all: readonly object[]) => apply(all.flatMap((chunk) => adapter.push(chunk as never)));
  push(chunks);
  return {
    push,
    end: () => apply(adapter.end()),
    snapshot: () => timeline.snapshot(),
    call: (id: string) => timeline.getNode(id) as CallView,
  };
};

const answerOf = (act: Act, content: unknown): AskAnswer => {
  if (act === "fill" || act === "own words") return { action: "accept", content };
  if (act === "always") return { decision: "approve", offer: content as string };
  if (act === "cancel") return { action: "cancel" };
  if (act === "deny") return { decision: "deny", reason: "No." };
  return { decision: "approve", ...(act === "edit" && { input: { title: "Final" } }) };
};

/**
 * What is the same whoever asks: where the ask stands, the shape of its answer, and that it counts once in every tab,
 * then and after a reload.
 */
const hold = (script: Script, act: Act, shape: object, content: unknown, outcome: (call: CallView) => unknown) => {
  const [one, other] = [tab(script, script.asks), tab(script, script.asks)];
  const answer = answerOf(act, content);
  const sent = script.answer(answer);
  expect(script.answer(answer)).toEqual(sent);
  expect(sent[0]).toMatchObject(shape);
  for (const { push } of [one, other]) expect(push(sent).length).toBeGreaterThan(0);
  const answered = outcome(one.call(script.callId));
  // The answer of a second tab comes late, and says nothing that counts.
  const second = act === "deny" || act === "cancel" ? "approve" : "deny";
  const late =
    "questions" in one.call(script.callId) && act in { fill: 1, "own words": 1, cancel: 1 }
      ? sent
      : script.answer(answerOf(second, content));
  for (const { push } of [one, other]) {
    push(sent);
    push(late);
  }
  expect(outcome(one.call(script.callId))).toEqual(answered);
  expect(outcome(other.call(script.callId))).toEqual(answered);
  const reloaded = tab(script, [...script.asks, ...sent]);
  expect(outcome(reloaded.call(script.callId))).toEqual(answered);
  return answered;
};

const cases = (of: Record<string, { shapes: object; content?: unknown }>) =>
  Object.entries(of).flatMap(([wire, { shapes, content }]) =>
    Object.entries(shapes).map(([act, shape]) => [act as Act, wire, shape as object, content] as const),
  );

describe("an approval", () => {
  test.each(cases(approvals))("%s by %s", (act, wire, shape) => {
    const { script } = approvals[wire as keyof typeof approvals];
    const waiting = tab(script, script.asks).call("c1");
    expect(waiting).toMatchObject({ status: "awaiting-approval", approval: { state: "pending", askedInput: input } });
    const offer = offers[wire as keyof typeof offers];
    expect(waiting.approval?.offers).toEqual(offer && [offer]);
    const outcome = hold(script, act, shape, offer?.id, ({ approval, status }) => ({
      state: approval?.state,
      input: approval?.input,
      offer: approval?.offer,
      isDenied: status === "denied",
    }));
    expect(outcome).toEqual({
      state: act === "deny" ? "denied" : "approved",
      input: act === "edit" ? { title: "Final" } : undefined,
      offer: act === "always" ? offer.id : undefined,
      isDenied: act === "deny",
    });
  });

  test.each(["aiSdk", "acp"] as const)("edit by %s is not carried, and so refused before it is sent", (wire) => {
    if (wire === "acp")
      expect(() => approvals.acp.script.answer(answerOf("edit", undefined))).toThrow("no edited input");
    expect("edit" in approvals[wire].shapes).toBe(false);
    expect("edit" in wires[wire].lacks).toBe(true);
  });
});

test("an approval stands in the table of every wire that carries it, and of no other", () => {
  const carrying = wireNames.filter((name) => name !== "session" && !("ask" in wires[name].lacks));
  expect(carrying.sort()).toEqual(Object.keys(approvals).sort());
});

describe("a question", () => {
  test.each(cases(questions))("%s by %s", (act, wire, shape, filled) => {
    const content = act === "own words" ? "Bergen, then Oslo" : filled;
    const { script } = questions[wire as keyof typeof questions];
    const waiting = tab(script, script.asks).call("c1");
    expect(waiting).toMatchObject({
      status: "awaiting-input",
      approval: null,
      questions: [{ state: "pending", message: "Which city?", schema: expect.any(Object) as object }],
    });
    const outcome = hold(script, act, shape, content, (call) =>
      call.questions.map(({ state, content: said }) => [state, said]),
    );
    const isNo = wire === "claudeAgent" ? "declined" : "cancelled";
    expect(outcome).toEqual([act === "cancel" ? [isNo, undefined] : ["accepted", content]]);
  });

  test("stands in the table of every wire that carries it, and of no other", () => {
    const carrying = wireNames.filter((name) => !("question" in wires[name].lacks));
    expect(carrying.filter((name) => name !== "session").sort()).toEqual(
      Object.keys(questions)
        .filter((name) => name in wires)
        .sort(),
    );
  });
});

const expiring = [
  ...Object.entries(approvals).map(([wire, { script }]) => [wire, "approval", script] as const),
  ...Object.entries(questions).map(([wire, { script }]) => [wire, "question", script] as const),
].filter(([, , { expire }]) => expire !== undefined);

test.each(expiring)("%s: a withdrawn %s can be answered no more", (wire, kind, script) => {
  const { push, call } = tab(script, script.asks);
  push(script.expire!);
  const { status } = call("c1");
  expect(status).not.toMatch(/^awaiting/);
  if (wire === "agUi" && kind === "approval") expect(status).toBe("expired");
  push(script.answer(answerOf(kind === "approval" ? "approve" : "fill", { city: "Oslo" })));
  expect(call("c1").questions.map(({ state }) => state)).not.toContain("accepted");
  expect(call("c1").approval?.state).not.toBe("approved");
});

interface Given {
  script: Script;
  /** What goes back for the answer. */
  sent: readonly object[];
  /** Whether the wire keeps what it asks where its agent dies: the next process asks no second time. */
  keeps: boolean;
}

const askOf = ({ approval, questions: asked }: CallView) => approval?.id ?? asked[0]?.id;
const answered = ({ approval, questions: asked }: CallView) => [
  approval?.state,
  approval?.input,
  approval?.offer,
  ...asked.flatMap(({ state, content }) => [state, content]),
];

/** What may happen meanwhile; each gives the call as the page shows it that is open afterwards. */
const moments: Record<string, (given: Given) => CallView> = {
  "the page is loaded anew while it waits": ({ script, sent }) => {
    const [before, after] = [tab(script, script.asks), tab(script, script.asks)];
    expect(askOf(after.call("c1"))).toBe(askOf(before.call("c1")));
    after.push(sent);
    return after.call("c1");
  },
  "it is answered in another tab, and here once more": ({ script, sent }) => {
    const here = tab(script, script.asks);
    here.push(sent);
    here.push(sent);
    return here.call("c1");
  },
  "its agent is killed while it waits, and started again": ({ script, sent, keeps }) => {
    const before = tab(script, script.asks);
    before.end();
    // Nobody offers to answer what nobody would hear.
    expect(before.call("c1").status).toMatch(keeps ? /^awaiting-/ : /^interrupted$/);
    const after = tab(script, script.asks);
    after.push(sent);
    return after.call("c1");
  },
  "its agent is killed once it was answered, and hears the answer again": ({ script, sent }) => {
    const before = tab(script, [...script.asks, ...sent]);
    const then = answered(before.call("c1"));
    before.end();
    expect(answered(before.call("c1"))).toEqual(then);
    expect(before.call("c1").status).not.toMatch(/^awaiting-/);
    const after = tab(script, [...script.asks, ...sent]);
    after.push(sent);
    return after.call("c1");
  },
};

const keeps = (wire: string) => (wire in wires ? wires[wire as WireName].keepsAsks === true : false);

describe.each(Object.keys(moments))("an answer stands, once, though %s", (moment) => {
  test.each([
    ...cases(approvals).map(([act, wire, , content]) => [act, wire, approvals, content] as const),
    ...cases(questions).map(([act, wire, , content]) => [act, wire, questions, content] as const),
  ])("%s by %s", (act, wire, of, filled) => {
    const { script } = of[wire as keyof typeof of] as { script: Script };
    const content = act === "own words" ? "Bergen, then Oslo" : act === "always" ? offers[wire as "acp"].id : filled;
    const sent = script.answer(answerOf(act, content));
    const untouched = tab(script, [...script.asks, ...sent]).call("c1");
    expect(answered(untouched)).not.toContain("pending");
    const after = moments[moment]!({ script, sent, keeps: keeps(wire) });
    expect(answered(after)).toEqual(answered(untouched));
    expect(after.status).toBe(untouched.status);
  });
});

describe("what is withdrawn stays so", () => {
  test.each(expiring)("%s: the %s, in every tab, loaded anew, and once its agent is gone", (_wire, kind, script) => {
    const [one, other] = [tab(script, script.asks), tab(script, script.asks)];
    for (const { push } of [one, other]) push(script.expire!);
    const reloaded = tab(script, [...script.asks, ...script.expire!]);
    const late = script.answer(answerOf(kind === "approval" ? "approve" : "fill", { city: "Oslo" }));
    const then = answered(one.call("c1"));
    const { status } = one.call("c1");
    for (const { call, push, end } of [one, other, reloaded]) {
      expect(call("c1").status).toBe(status);
      push(late);
      end();
      expect(answered(call("c1"))).toEqual(then);
      expect(call("c1").status).not.toMatch(/^awaiting-/);
    }
  });

  test("is withdrawn by every wire but those whose asks end by being answered alone", () => {
    const all = [...Object.keys(approvals), ...Object.keys(questions)];
    const without = all.filter((wire) => !expiring.some(([one]) => one === wire));
    expect([...new Set(without)].sort()).toEqual(["aiSdk", "langGraph", "mcp, returned"]);
  });
});
