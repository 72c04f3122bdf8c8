export { fromOpenAiChat } from "./openAiChat.ts";
export type { OpenAiChatChunk } from "./openAiChat.ts";
export { fromOpenAiResponses } from "./openAiResponses.ts";
export type { OpenAiResponsesChunk } from "./openAiResponses.ts";
