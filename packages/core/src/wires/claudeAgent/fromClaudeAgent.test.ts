import { describe, expect, test } from "vitest";
import { fromClaudeAgent, toPermissionResult, type ClaudeAgentMessage } from "./fromClaudeAgent.ts";
import type { BlockScript } from "../anthropic/testing/fixtures/anthropicEvents.ts";
import { claudeSession } from "./testing/fixtures/claudeMessages.ts";
import { everyByte, treeOf } from "../testing/wireTree.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";

const text = (...pieces: string[]): BlockScript => ({ type: "text", pieces });
const asks = (id: string, name: string, input: object = {}): BlockScript => ({
  type: "tool_use",
  id,
  name,
  pieces: [JSON.stringify(input).slice(0, 3), JSON.stringify(input).slice(3)],
});
type Messages = readonly (ClaudeAgentMessage | Messages)[];
const tree = (messages: Messages, end = false) =>
  treeOf(fromClaudeAgent(), messages.flat(3) as ClaudeAgentMessage[], { end });
/** A session whose first call hands over to a sub-agent. */
const delegating = () => {
  const session = claudeSession();
  const task = asks("task_1", "Task", { subagent_type: "reader", description: "Read it", prompt: "Read" });
  return { ...session, begin: [session.system("init"), ...session.assistant("msg_1", [text("So."), task])] };
};

describe("a model that numbers each answer's calls from zero", () => {
  const { system, assistant, partial, result, done, send } = claudeSession();
  const outcomes = (calls: ReturnType<typeof tree>["calls"]) =>
    calls.map(({ tool, status, input, output }) => [tool, status, input, output]);
  const bash = (n: number) => asks("0", "Bash", { n });

  test("has another call in each answer and each turn, streamed or whole", () => {
    for (const write of [assistant, partial]) {
      const { calls } = tree([
        system("init"),
        write("m1", [bash(1)]),
        result("0", "one"),
        write("m2", [bash(2), asks("1", "Read", {})]),
        result("1", "read"),
        result("0", "two"),
        done(),
        system("init"),
        write("m3", [bash(3)]),
        result("0", "three"),
        done(),
      ]);
      expect(outcomes(calls)).toEqual([
        ["Bash", "completed", { n: 1 }, "one"],
        ["Bash", "completed", { n: 2 }, "two"],
        ["Read", "completed", {}, "read"],
        ["Bash", "completed", { n: 3 }, "three"],
      ]);
    }
  });

  test("keeps each sub-agent's calls its own, side by side", () => {
    const task = (id: string) => asks(id, "Agent", { prompt: id });
    const { calls, agents } = tree([
      system("init"),
      assistant("m1", [task("0"), task("1")]),
      assistant("s1", [bash(1)], "0"),
      assistant("s2", [bash(2)], "1"),
      send({
        type: "tool_progress",
        tool_use_id: "0",
        tool_name: "Bash",
        elapsed_time_seconds: 3,
        parent_tool_use_id: "1",
      }),
      result("0", "of one", {}, "1"),
      result("0", "of zero", {}, "0"),
      assistant("s3", [text("Done.")], "0"),
      result("0", "zero"),
      result("1", "one"),
      assistant("m2", [task("0")]),
      assistant("s4", [bash(3)], "0"),
      result("0", "of the last", {}, "0"),
      result("0", "last"),
      done(),
    ]);
    expect(outcomes(calls)).toEqual([
      ["Agent", "completed", { prompt: "0" }, "zero"],
      ["Bash", "completed", { n: 1 }, "of zero"],
      ["Agent", "completed", { prompt: "1" }, "one"],
      ["Bash", "completed", { n: 2 }, "of one"],
      ["Agent", "completed", { prompt: "0" }, "last"],
      ["Bash", "completed", { n: 3 }, "of the last"],
    ]);
    expect(agents.map(({ items }) => items.length)).toEqual([4, 2, 1, 1]);
  });

  test("asks about the call that is open, also before its message comes", () => {
    const ask = (id: string) =>
      send({
        type: "control_request",
        request_id: id,
        request: { subtype: "can_use_tool", tool_use_id: "0", tool_name: "Bash", input: { n: 2 } },
      });
    const before = [system("init"), assistant("m1", [bash(1)]), result("0", "one")];
    for (const more of [
      [...assistant("m2", [bash(2)]), ask("r1")],
      [ask("r1"), ...assistant("m2", [bash(2)])],
    ]) {
      const { calls } = tree([before, more]);
      expect(calls).toMatchObject([
        { status: "completed", input: { n: 1 } },
        { status: "awaiting-approval", input: { n: 2 }, approval: { id: "r1" } },
      ]);
    }
  });

  test("is told from an answer that comes once more", () => {
    const message = { id: "m1", content: [{ type: "tool_use", id: "0", name: "Bash", input: { n: 1 } }] };
    const { calls } = tree([
      system("init"),
      send({ type: "assistant", message }),
      result("0", "one"),
      done(),
      send({ type: "assistant", message }),
    ]);
    expect(outcomes(calls)).toEqual([["Bash", "completed", { n: 1 }, "one"]]);
  });
});

describe("a turn", () => {
  const { system, partial, result, done, send } = claudeSession();
  const prompt = send({ type: "user", message: { role: "user", content: "How is Bern?" } });
  const turn = [
    system("init"),
    prompt,
    ...partial("msg_1", [
      { type: "thinking", pieces: ["Hm", "m"] },
      text("Let me ", "look."),
      asks("toolu_1", "Bash", { command: "ls" }),
    ]),
    result("toolu_1", "README.md", { tool_use_result: { stdout: "README.md", stderr: "" } }),
    ...partial("msg_2", [text("Fine.")]),
    done(),
  ];

  test("is a root agent with its texts, its calls and its tokens, none of them twice", () => {
    const { snapshot } = tree(turn);
    expect(snapshot.notices).toEqual([]);
    expect(snapshot.agents).toMatchObject([
      {
        id: "agent:session-1",
        status: "completed",
        usage: { inputTokens: 100, outputTokens: 200 },
        result: "Done.",
        items: [
          { kind: "reasoning", text: "Hmm" },
          { kind: "text", text: "Let me look." },
          {
            kind: "call",
            id: "toolu_1",
            tool: "Bash",
            status: "completed",
            input: { command: "ls" },
            output: { stdout: "README.md" },
          },
          { kind: "text", text: "Fine." },
        ],
      },
    ]);
    expect(snapshot.messages).toMatchObject([{ role: "user", text: "How is Bern?" }]);
  });

  test("is the same from partial messages, from whole ones, from NDJSON cut at every byte, and told twice", () => {
    const bare = (chunks: Iterable<ClaudeAgentMessage | Uint8Array>) =>
      treeOf(fromClaudeAgent(), chunks).agents.map(({ items, status }) => ({
        status,
        items: items.map((item) =>
          item.kind === "call" ? [item.id, item.input, item.status] : [item.kind, item.text],
        ),
      }));
    const expected = bare(turn);
    expect(bare(turn.filter((message) => message.type !== "stream_event"))).toEqual(expected);
    expect(bare(turn.flatMap((message) => (message.type === "stream_event" ? [message] : [message, message])))).toEqual(
      expected,
    );
    expect(bare(everyByte(turn.map((message) => `${JSON.stringify(message)}\n`).join("")))).toEqual(expected);
  });

  test("follows another as an agent of its own, which answers its own message", () => {
    const session = claudeSession();
    const ask = (id: string) => session.send({ type: "user", uuid: id, message: { role: "user", content: id } });
    const { agents } = tree([
      ask("m1"),
      session.assistant("a", [text("One")]),
      session.done(),
      ask("m2"),
      session.assistant("b", [text("Two")]),
      session.done(),
    ]);
    expect(agents).toMatchObject([
      { id: "agent:session-1", messageId: "m1", status: "completed", items: [{ text: "One" }] },
      { id: "agent:session-1:2", messageId: "m2", status: "completed", items: [{ text: "Two" }] },
    ]);
  });

  test("of another session is another agent", () => {
    const other = claudeSession("session-2");
    const first = claudeSession();
    const { agents } = tree([
      first.assistant("a", [text("One")]),
      other.assistant("b", [text("Two")]),
      first.assistant("c", [text("Three")]),
    ]);
    expect(agents.map(({ id, items }) => [id, items.length])).toEqual([
      ["agent:session-1", 2],
      ["agent:session-2", 1],
    ]);
  });

  test("takes back what another message supersedes, and keeps what came before and after", () => {
    const { system, partial, result } = claudeSession();
    const first = partial("msg_1", [text("First."), asks("toolu_1", "Bash", { command: "ls" })]);
    const refused = partial("msg_2", [text("I will"), asks("toolu_2", "Bash", { command: "rm" })]);
    const next = partial("msg_3", [text("Other", "wise."), asks("toolu_3", "Bash", { command: "cp" })]);
    const supersedes = refused.flatMap(({ type, uuid }) => (type === "assistant" ? [uuid] : []));
    const told = [first, result("toolu_1", "a"), refused];
    const kept = ["First.", { command: "ls" }, "Otherwise.", { command: "cp" }];
    const marked = next.map((message) => (message.type === "assistant" ? { ...message, supersedes } : message));
    const notice = system("model_refusal_fallback", { retracted_message_uuids: supersedes });
    for (const messages of [
      [told, marked as Messages],
      [told, marked as Messages, notice],
      [told, next, notice],
      [told, notice, next],
    ]) {
      const { agents, call } = tree(messages);
      expect(agents[0]!.items.map((item) => (item.kind === "call" ? item.input : item.text))).toEqual(kept);
      expect([call("toolu_1").status, call("toolu_3").status]).toEqual(["completed", "ready"]);
    }
  });

  test("whose answer is only in its result says it", () => {
    const session = claudeSession();
    expect(tree([session.system("init"), session.done({ result: "It cost nothing." })]).text()).toBe(
      "It cost nothing.",
    );
  });
});

describe("a sub-agent", () => {
  test("hangs under the call that started it, and ends with it", () => {
    const { begin, assistant, result, done, system } = delegating();
    const usage = { input_tokens: 3, output_tokens: 4 };
    const report = { status: "completed", content: [{ type: "text", text: "It says so." }], usage };
    const { call, agents } = tree([
      begin,
      system("task_started", {
        task_id: "t1",
        tool_use_id: "task_1",
        subagent_type: "reader",
        description: "Read it",
        is_backgrounded: false,
      }),
      assistant("msg_s1", [text("Reading."), asks("toolu_2", "Read", { path: "a" })], "task_1"),
      result("toolu_2", "text of a", {}, "task_1"),
      system("task_notification", { task_id: "t1", tool_use_id: "task_1", status: "completed", summary: "Read" }),
      result("task_1", "It says so.", { tool_use_result: report }),
      done(),
    ]);
    expect(agents[0]!.items.map((item) => item.id)).toContain("task_1");
    expect(call("task_1")).toMatchObject({
      status: "completed",
      output: report,
      agents: [
        {
          id: "agent:task_1",
          name: "reader",
          status: "completed",
          items: [{ text: "Reading." }, { id: "toolu_2", status: "completed", output: "text of a" }],
        },
      ],
    });
  });

  test("has sub-agents of its own, at any depth", () => {
    const { begin, assistant, partial, result } = delegating();
    const { call, snapshot } = tree([
      begin,
      assistant("msg_s1", [asks("task_2", "Task", { subagent_type: "digger" })], "task_1"),
      partial("msg_s2", [text("Dig", "ging."), asks("toolu_3", "Bash", { command: "dig" })], "task_2"),
      result("toolu_3", "gold", {}, "task_2"),
      result("task_2", "Found gold", {}, "task_1"),
      result("task_1", "Found gold"),
    ]);
    expect(snapshot.agents).toHaveLength(1);
    expect(call("task_2").agents).toMatchObject([
      {
        id: "agent:task_2",
        status: "completed",
        items: [{ text: "Digging." }, { id: "toolu_3", status: "completed" }],
      },
    ]);
    expect(call("task_1").agents[0]!.items).toMatchObject([{ id: "task_2", status: "completed" }]);
  });

  test("may come before its call", () => {
    const { begin, assistant } = delegating();
    const { call } = tree([assistant("msg_s1", [text("Early.")], "task_1"), begin]);
    expect(call("task_1").agents).toMatchObject([{ items: [{ text: "Early." }] }]);
  });

  test("behind the conversation outlives its turn, and ends its call when it ends", () => {
    const { begin, assistant, result, done, system } = delegating();
    const launched = { status: "async_launched", agentId: "t1", description: "Read it", prompt: "Read" };
    const started = [
      begin,
      system("task_started", { task_id: "t1", tool_use_id: "task_1", subagent_type: "reader", is_backgrounded: true }),
      result("task_1", "Async agent launched", { tool_use_result: launched }),
      done(),
      assistant("msg_s1", [text("Still reading.")], "task_1"),
      system("task_progress", { task_id: "t1", usage: { tool_uses: 2 }, summary: "Reading b" }),
    ];
    expect(tree(started).call("task_1")).toMatchObject({
      status: "running",
      progress: { progress: 2, message: "Reading b" },
    });
    expect(tree(started, true).call("task_1").status).toBe("interrupted");
    for (const [status, expected] of [
      ["completed", "completed"],
      ["failed", "failed"],
      ["stopped", "cancelled"],
    ] as const) {
      const notified = system("task_notification", { task_id: "t1", tool_use_id: "task_1", status, summary: "Read" });
      const { call } = tree([started, notified]);
      expect([call("task_1").status, call("task_1").agents[0]!.status]).toEqual([expected, expected]);
    }
    const killed = system("task_updated", { task_id: "t1", patch: { status: "killed" } });
    expect(tree([started, killed]).call("task_1")).toMatchObject({
      status: "cancelled",
      agents: [{ status: "cancelled" }],
    });
  });

  test("that failed says why", () => {
    const { begin, assistant, result } = delegating();
    const { call } = tree([
      begin,
      assistant("s", [text("Oh.")], "task_1"),
      result("task_1", "Out of tokens", { is_error: true }),
    ]);
    expect(call("task_1")).toMatchObject({
      status: "failed",
      error: { message: "Out of tokens" },
      agents: [{ status: "failed" }],
    });
  });
});

describe("a task", () => {
  test("in a shell behind the conversation ends its call when it ends", () => {
    const { assistant, result, done, system } = claudeSession();
    const started = [
      assistant("msg_1", [asks("toolu_1", "Bash", { command: "serve" })]),
      result("toolu_1", "Running in the background", { tool_use_result: { stdout: "", backgroundTaskId: "b1" } }),
      done(),
    ];
    expect(tree(started).call("toolu_1").status).toBe("running");
    const notified = system("task_notification", {
      task_id: "b1",
      status: "completed",
      summary: "Served",
      output_file: "/tmp/b1",
    });
    expect(tree([started, notified]).call("toolu_1")).toMatchObject({
      status: "completed",
      output: { summary: "Served", output_file: "/tmp/b1" },
      agents: [],
    });
  });

  test("that no call started stands for itself", () => {
    const { assistant, system } = claudeSession();
    const { call } = tree([
      assistant("msg_1", [text("So.")]),
      system("task_started", { task_id: "t9", subagent_type: "reader", description: "Go on", prompt: "Go on" }),
      system("task_notification", { task_id: "t9", status: "completed", summary: "Went on" }),
    ]);
    expect(call("task:t9")).toMatchObject({ tool: "reader", status: "completed", agents: [{ status: "completed" }] });
  });
});

describe("a call", () => {
  const begun = () => {
    const session = claudeSession();
    return { ...session, begin: session.partial("msg_1", [asks("toolu_1", "Bash", { command: "rm" })]) };
  };

  test("runs as soon as it is known to", () => {
    const { begin, send } = begun();
    const progress = send({
      type: "tool_progress",
      tool_use_id: "toolu_1",
      tool_name: "Bash",
      elapsed_time_seconds: 4,
    });
    expect(tree([begin]).call("toolu_1").status).toBe("ready");
    expect(tree([begin, progress]).call("toolu_1")).toMatchObject({ status: "running", progress: { progress: 4 } });
  });

  test("that is denied, refused or interrupted says which", () => {
    const { begin, system, result } = begun();
    const denied = system("permission_denied", {
      tool_use_id: "toolu_1",
      tool_name: "Bash",
      message: "No.",
      decision_reason: "rule",
    });
    const error = result("toolu_1", "No.", { is_error: true });
    expect(tree([begin, denied, error]).call("toolu_1")).toMatchObject({ status: "denied", reason: "rule" });
    const refused = result("toolu_1", "The user doesn't want to proceed with this tool use. STOP", { is_error: true });
    expect(tree([begin, refused]).call("toolu_1").status).toBe("denied");
    const interrupted = result("toolu_1", "[Request interrupted by user for tool use]", { is_error: true });
    expect(tree([begin, interrupted]).call("toolu_1").status).toBe("cancelled");
  });

  test("that asks is seen to ask, with what the answer changed", () => {
    const { begin, send, result } = begun();
    const request = { subtype: "can_use_tool", tool_use_id: "toolu_1", tool_name: "Bash", input: { command: "rm" } };
    const ask = send({ type: "control_request", request_id: "r1", request });
    const answer = (response: object) =>
      send({ type: "control_response", response: { subtype: "success", request_id: "r1", response } });
    expect(tree([begin, ask]).call("toolu_1")).toMatchObject({ status: "awaiting-approval", approval: { id: "r1" } });
    const allowed = tree([
      begin,
      ask,
      answer({ behavior: "allow", updatedInput: { command: "ls" } }),
      result("toolu_1", "a"),
    ]);
    expect(allowed.call("toolu_1")).toMatchObject({
      status: "completed",
      input: { command: "ls" },
      approval: { state: "approved" },
    });
    expect(tree([begin, ask, answer({ behavior: "deny", message: "No." })]).call("toolu_1")).toMatchObject({
      status: "denied",
      reason: "No.",
    });
  });
});

describe("a question", () => {
  const library = {
    question: "Which library?",
    header: "Library",
    options: [{ label: "date-fns", description: "Small" }, { label: "Luxon" }],
  };
  const many = { ...library, question: "Which zones?", header: "Zones", multiSelect: true };
  const asked = (questions: object[]) => {
    const { send, partial, result } = claudeSession();
    const input = { questions };
    const request = { subtype: "can_use_tool", tool_use_id: "q1", tool_name: "AskUserQuestion", input };
    const ask = send({ type: "control_request", request_id: "r1", request });
    const begin = [...partial("msg_1", [asks("q1", "AskUserQuestion", input)]), ask];
    const respond = (response: object) =>
      send({ type: "control_response", response: { subtype: "success", request_id: "r1", response } });
    return { begin, request, respond, result, send };
  };

  test("of AskUserQuestion is one, with its options as a form, and its answer goes back in the tool's own input", () => {
    const { begin, request, respond, result } = asked([library]);
    expect(tree([begin]).call("q1")).toMatchObject({
      status: "awaiting-input",
      approval: null,
      questions: [
        {
          id: "r1",
          message: "Which library?",
          schema: { anyOf: [{ oneOf: [{ const: "date-fns" }, { const: "Luxon" }] }, { type: "string" }] },
        },
      ],
    });
    const answer = toPermissionResult(request, { action: "accept", content: "Luxon" });
    expect(answer).toEqual({
      behavior: "allow",
      updatedInput: { questions: [library], answers: { "Which library?": "Luxon" } },
    });
    expect(tree([begin, respond(answer), result("q1", "Luxon")]).call("q1")).toMatchObject({
      status: "completed",
      questions: [{ state: "accepted", content: "Luxon" }],
    });
    const no = toPermissionResult(request, { action: "decline" });
    expect(no).toMatchObject({ behavior: "deny" });
    const refused = result("q1", "The user doesn't want to proceed with this tool use.", { is_error: true });
    expect(tree([begin, respond(no), refused]).call("q1")).toMatchObject({ questions: [{ state: "declined" }] });
  });

  test("of several parts is one form, whose lists are joined as the tool has it", () => {
    const { begin, request, respond } = asked([library, many]);
    const schema = { required: ["Which library?", "Which zones?"] };
    expect(tree([begin]).call("q1")).toMatchObject({ questions: [{ message: "Library · Zones", schema }] });
    const content = { "Which library?": "Luxon", "Which zones?": ["date-fns", "Luxon"] };
    const answer = toPermissionResult(request, { action: "accept", content });
    expect(answer).toMatchObject({
      updatedInput: { answers: { "Which library?": "Luxon", "Which zones?": "date-fns, Luxon" } },
    });
    expect(tree([begin, respond(answer)]).call("q1").questions).toMatchObject([{ content }]);
  });

  test.each([
    [{ "Which library?": "None of these", "Which zones?": ["date-fns"] }, "None of these", "date-fns"],
    [{ "Which library?": "Luxon", "Which zones?": "Luxon, but newer" }, "Luxon", "Luxon, but newer"],
  ])("takes words of one's own in the place of its options: %j", (content, library_, zones) => {
    const { begin, request, respond } = asked([library, many]);
    const question = tree([begin]).call("q1").questions?.[0];
    const validator = createValidator(question!.schema as JsonSchema);
    expect(validator.validate(content)).toEqual([]);
    expect(validator.validate({ ...content, "Which library?": "" })).not.toEqual([]);
    const answer = toPermissionResult(request, { action: "accept", content });
    expect(answer).toMatchObject({
      updatedInput: { answers: { "Which library?": library_, "Which zones?": zones } },
    });
    expect(tree([begin, respond(answer)]).call("q1").questions).toMatchObject([{ content }]);
  });

  test("that the agent withdraws is over, and one that is told again is the same", () => {
    const { begin, send } = asked([library]);
    expect(tree([begin, begin.slice(-1)]).call("q1").questions).toHaveLength(1);
    const withdrawn = send({ type: "control_cancel_request", request_id: "r1" });
    expect(tree([begin, withdrawn]).call("q1").questions).toMatchObject([{ state: "cancelled" }]);
  });

  test("of an MCP server stands on its call, else is a call of the turn", () => {
    const { send, partial } = claudeSession();
    const elicit = (mcp_server_name: string) =>
      send({
        type: "control_request",
        request_id: "r2",
        request: {
          subtype: "elicitation",
          mcp_server_name,
          message: "Which city?",
          requested_schema: { type: "object" },
        },
      });
    const respond = (response: object) =>
      send({ type: "control_response", response: { subtype: "success", request_id: "r2", response } });
    const begin = partial("msg_1", [asks("m1", "mcp__my_maps__route", {})]);
    const accepted = { action: "accept", content: { city: "Oslo" } };
    expect(tree([begin, elicit("my maps")]).call("m1")).toMatchObject({
      status: "awaiting-input",
      questions: [{ message: "Which city?", schema: { type: "object" } }],
    });
    expect(tree([begin, elicit("my maps"), respond(accepted)]).call("m1").questions).toMatchObject([
      { state: "accepted", content: { city: "Oslo" } },
    ]);
    expect(tree([begin, elicit("other"), respond(accepted)]).call("r2")).toMatchObject({
      tool: "elicitation",
      status: "completed",
      output: { city: "Oslo" },
    });
  });
});

describe("what a permission offers", () => {
  const rule = (behavior: string, destination: string, ruleContent?: string) => ({
    type: "addRules",
    rules: [{ toolName: "Bash", ...(ruleContent !== undefined && { ruleContent }) }],
    behavior,
    destination,
  });
  const asked = (permission_suggestions: unknown) => {
    const { send, partial } = claudeSession();
    const request = {
      subtype: "can_use_tool",
      tool_use_id: "b1",
      tool_name: "Bash",
      input: {},
      permission_suggestions,
    };
    const ask = send({ type: "control_request", request_id: "r1", request });
    const { approval } = tree([...partial("msg_1", [asks("b1", "Bash", {})]), ask]).call("b1");
    return { request, offers: approval?.offers };
  };

  test("are its suggestions as one, in the agent's notation, as far as the farthest goes; they go back as they came", () => {
    const directories = { type: "addDirectories", directories: ["/tmp"], destination: "session" };
    const suggestions = [rule("allow", "localSettings", "npm test:*"), directories];
    const { request, offers } = asked(suggestions);
    expect(offers).toEqual([{ id: "suggested", rule: "Bash(npm test:*) · /tmp", reach: "project" }]);
    expect(toPermissionResult(request, { decision: "approve", offer: "suggested" })).toEqual({
      behavior: "allow",
      updatedInput: {},
      updatedPermissions: suggestions,
    });
    expect(toPermissionResult(request, { decision: "approve" })).not.toHaveProperty("updatedPermissions");
  });

  test.each([
    ["none", []],
    ["what is no list", "all"],
    ["one that denies", [rule("allow", "session"), rule("deny", "session")]],
    ["one to a place that nobody knows", [rule("allow", "elsewhere")]],
    ["a mode that asks for nothing any more", [{ type: "setMode", mode: "bypassPermissions", destination: "session" }]],
  ])("is nothing for %s, and then nobody can take it", (_name, suggestions) => {
    const { request, offers } = asked(suggestions);
    expect(offers).toBe(undefined);
    expect(() => toPermissionResult(request, { decision: "approve", offer: "suggested" })).toThrow("no such option");
  });
});

describe("an answer to a permission", () => {
  const request = { tool_name: "Bash", input: { command: "rm" } };
  test.each([
    [{ decision: "approve" }, { behavior: "allow", updatedInput: { command: "rm" } }],
    [
      { decision: "approve", input: { command: "ls" } },
      { behavior: "allow", updatedInput: { command: "ls" } },
    ],
    [
      { decision: "deny", reason: "Not here." },
      { behavior: "deny", message: "Not here." },
    ],
    [{ decision: "deny" }, { behavior: "deny", message: "The person did not allow this." }],
  ] as const)("%j", (answer, result) => {
    expect(toPermissionResult(request, answer)).toEqual(result);
  });
});

describe("an end", () => {
  const cut = () => {
    const { begin, assistant, ...session } = delegating();
    return { ...session, begin: [...begin, ...assistant("s", [text("Reading."), asks("toolu_2", "Read")], "task_1")] };
  };

  test.each([
    [{ subtype: "error_max_turns", errors: ["Too many turns"] }, "failed", "interrupted"],
    [{ is_error: true, result: "API Error: 529", terminal_reason: "api_error" }, "failed", "interrupted"],
    [{ subtype: "error_during_execution", terminal_reason: "aborted_tools" }, "cancelled", "cancelled"],
  ])("as %o leaves nothing running", (more, status, callStatus) => {
    const { begin, done } = cut();
    const { agents, calls } = tree([begin, done(more)]);
    expect(agents.map((agent) => agent.status)).toEqual([status, callStatus]);
    expect(calls.map((call) => call.status)).toEqual([callStatus, callStatus]);
  });

  test("by the person's interruption is a cancellation", () => {
    const { begin, send, done } = cut();
    const interrupted = send({
      type: "user",
      message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
    });
    const { agents, snapshot } = tree([begin, interrupted, done({ subtype: "error_during_execution" })]);
    expect(agents[0]!.status).toBe("cancelled");
    expect(snapshot.messages).toEqual([]);
  });

  test("says its error in the provider's words", () => {
    const { begin, done } = cut();
    expect(tree([begin, done({ subtype: "error_max_turns", errors: ["Too many turns"] })]).agents[0]!.error).toEqual({
      code: "error_max_turns",
      message: "Too many turns",
    });
  });

  test("by a cut interrupts all", () => {
    const { agents, calls } = tree([cut().begin], true);
    expect([...agents, ...calls].map((one) => one.status)).toEqual(Array(4).fill("interrupted"));
  });
});
