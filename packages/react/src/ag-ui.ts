// The public list, by hand.
export { useAgUiTimeline } from "./wires/agUi/useAgUiTimeline.ts";
export type { AgUiAgent, AgUiSubscriber, AgUiTimeline } from "./wires/agUi/agUiSession.ts";
