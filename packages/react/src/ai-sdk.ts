export { useAiSdkTimeline } from "./chat-bindings/aiSdk/useAiSdkTimeline.ts";
export type { AiSdkTimeline } from "./chat-bindings/aiSdk/useAiSdkTimeline.ts";
export type {
  AiSdkTimelineOptions,
  ChatLike,
  ChatTransportLike,
  UiMessageLike,
} from "./chat-bindings/aiSdk/aiSdkChat.ts";
