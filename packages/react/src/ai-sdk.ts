export { useAiSdkTimeline } from "./wires/aiSdk/useAiSdkTimeline.ts";
export type { AiSdkTimeline } from "./wires/aiSdk/useAiSdkTimeline.ts";
export type { AiSdkTimelineOptions, ChatLike, ChatTransportLike, UiMessageLike } from "./wires/aiSdk/aiSdkChat.ts";
