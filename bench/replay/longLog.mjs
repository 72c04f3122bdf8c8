/**
 * A session's file of many calls, as lines: nine or ten events a call. `flat`: all calls are one agent's. `deep`: each
 * call of the root starts an agent, and so on, six agents deep, so that no agent has more than a few calls. `turns`: a
 * conversation, twenty calls a turn.
 */

/** @param {"flat" | "deep" | "turns"} shape @param {number} calls */
export function* longLog(shape, calls) {
  let seq = 0;
  const line = (/** @type {object} */ body) =>
    `${JSON.stringify({ v: 1, seq: ++seq, sessionId: "long", at: 1_700_000_000_000 + seq * 20, ...body })}\n`;
  let made = 0;
  /** @param {string} agentId @param {(callId: string) => Iterable<string>} [inside] @returns {Generator<string>} */
  function* call(agentId, inside) {
    const callId = `c${++made}`;
    const input = { query: `refund policy ${made}`, limit: 20 };
    const text = JSON.stringify(input);
    yield line({ type: "tool.requested", callId, tool: "search_documents", agentId, source: "agent" });
    for (let at = 0; at < text.length; at += 12)
      yield line({ type: "tool.input_appended", callId, delta: text.slice(at, at + 12) });
    yield line({ type: "tool.input_ready", callId, input });
    yield line({ type: "tool.started", callId, tool: "search_documents", input, summary: `refund policy ${made}` });
    if (inside) yield* inside(callId);
    yield line({ type: "tool.progressed", callId, progress: 1, total: 1 });
    yield line({ type: "tool.completed", callId, output: { found: made % 7, first: `docs/${made}.md` } });
  }
  /** @param {string} id @param {object} more @param {() => Iterable<string>} inside @returns {Generator<string>} */
  function* agent(id, more, inside) {
    yield line({ type: "agent.started", agentId: id, ...more });
    yield* inside();
    yield line({ type: "agent.completed", agentId: id });
  }
  /** @param {string} agentId @param {number} depth @param {number} share @returns {Generator<string>} */
  function* tree(agentId, depth, share) {
    const branches = depth === 0 ? 0 : Math.max(1, Math.round(share ** (1 / (depth + 1))));
    if (branches === 0) {
      for (let index = 0; index < share; index++) yield* call(agentId);
      return;
    }
    for (let index = 0; index < branches; index++) {
      const inner = `${agentId}.${index}`;
      yield* call(agentId, (parentCallId) =>
        agent(inner, { parentCallId, name: `Reader ${inner}` }, () =>
          tree(inner, depth - 1, Math.ceil(share / branches) - 1),
        ),
      );
    }
  }
  if (shape === "turns") {
    for (let turn = 0; made < calls; turn++) {
      yield line({ type: "message.added", messageId: `m${turn}`, role: "user", text: `Question ${turn}` });
      yield* agent(`a${turn}`, { messageId: `m${turn}` }, function* () {
        for (let index = 0; index < 20 && made < calls; index++) yield* call(`a${turn}`);
        yield line({ type: "agent.text_appended", agentId: `a${turn}`, delta: `Answer ${turn}.` });
      });
    }
    return;
  }
  yield line({ type: "message.added", messageId: "m", role: "user", text: "Read all of it" });
  yield* agent("a", { messageId: "m" }, () =>
    shape === "flat"
      ? (function* () {
          while (made < calls) yield* call("a");
        })()
      : tree("a", 5, calls),
  );
}
