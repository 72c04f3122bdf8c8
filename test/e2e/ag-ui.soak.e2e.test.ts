import { tryWireChat } from "./wireChat.ts";

tryWireChat("/chat/ag-ui");
