import { tryWireChat } from "./wireChat.ts";

tryWireChat("/chat/ai-sdk");
