// The rendering contestant of the streams bench: the shipped components over the built packages. The events are the
// bench's, in our envelope.
import { createTimeline } from "../../packages/core/dist/index.js";
import { AgentTimeline, ToolProvider } from "../../packages/react/dist/timeline.js";
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

/** The timeline that each root shows. */
const timelines = new WeakMap();

/** Shows finished turns, and takes the events of those that follow. */
export async function mount(root, { history }) {
  const timeline = createTimeline();
  timelines.set(root, timeline);
  timeline.apply([...finished(history)]);
  createRoot(root).render(
    <ToolProvider timeline={timeline}>
      {/* As the others draw them: each call is a row, also where its work is over. */}
      <AgentTimeline foldsWork={false} />
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

/**
 * What the page shows in the end. What is drawn counts where its state is right; what is far from the screen, or
 * closed, is counted in the timeline.
 */
export function reveal(root) {
  const timeline = timelines.get(root);
  const drawn = new Map([...root.querySelectorAll("[data-node]")].map((element) => [element.dataset.node, element]));
  const seen = { cards: 0, nested: 0, sub: 0 };
  const isRight = ({ id, status }) => (drawn.get(id)?.dataset.status ?? status) === status;
  const read = (id, depth) => {
    const node = timeline.getNode(id);
    if (node.kind === "text") {
      if (depth > 0) seen.sub += (drawn.get(id)?.textContent ?? node.text).length;
      return;
    }
    if (node.kind === "call" && isRight(node)) seen[depth > 0 ? "nested" : "cards"]++;
    if (node.kind === "call") for (const agent of node.agents) read(agent, depth + 1);
    if (node.kind === "agent") for (const item of node.items) read(item.id, depth);
  };
  for (const agent of timeline.getRoot().agents) read(agent, 0);
  return seen;
}
