// The rendering contestant of the streams bench: the shipped components over the built packages. The events are the bench's, in our envelope.
import { createTimeline } from "../../packages/core/dist/index.js";
import { AgentTimeline, ToolProvider } from "../../packages/react/dist/timeline/index.js";
import "../../packages/react/dist/styles.css";
import { createRoot } from "react-dom/client";

/** Turns that are over, as a log has them: each an agent of its own. */
function* finished(history) {
  let seq = 0;
  const event = (body) => ({ seq: ++seq, sessionId: "history", at: 1_700_000_000_000 + seq, ...body });
  for (const turn of history) {
    yield event({ type: "agent.started", agentId: turn.id });
    for (const { id, name, input, output } of turn.calls) {
      yield event({ type: "tool.requested", callId: id, tool: name, agentId: turn.id });
      yield event({ type: "tool.started", callId: id, tool: name, input });
      yield event({ type: "tool.completed", callId: id, output });
    }
    yield event({ type: "agent.completed", agentId: turn.id });
  }
}

/** Shows finished turns, and takes the events of those that follow. */
export async function mount(root, { history }) {
  const timeline = createTimeline();
  timeline.apply([...finished(history)]);
  createRoot(root).render(
    <ToolProvider timeline={timeline}>
      <AgentTimeline />
    </ToolProvider>,
  );
  return {
    async start(feed) {
      for (let lines = await feed.next(); lines; lines = await feed.next()) {
        timeline.apply(lines.map((line) => JSON.parse(line)));
      }
    },
  };
}

/** Opens the agents that were over before they were drawn, as a reader would, and says what there is then. */
export async function reveal(root) {
  const closed = () => root.querySelectorAll(".cb-agent-row[aria-expanded=false]");
  for (let rows = closed(); rows.length > 0; rows = closed()) {
    for (const row of rows) row.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  const texts = [...root.querySelectorAll("[data-agent-text]")];
  return {
    cards: root.querySelectorAll("[data-card]").length,
    nested: root.querySelectorAll("[data-nested]").length,
    sub: texts.reduce((sum, text) => sum + text.textContent.length, 0),
  };
}
