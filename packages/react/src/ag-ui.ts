// The public list, by hand.
export { useAgUiTimeline } from "./chat-bindings/agUi/useAgUiTimeline.ts";
export type { AgUiAgent, AgUiSubscriber, AgUiTimeline } from "./chat-bindings/agUi/agUiSession.ts";
