export { fromOpenAiChat } from "./fromOpenAiChat.ts";
export type { OpenAiChatChunk } from "./fromOpenAiChat.ts";
export { fromOpenAiResponses } from "./fromOpenAiResponses.ts";
export type { OpenAiResponsesChunk } from "./fromOpenAiResponses.ts";
