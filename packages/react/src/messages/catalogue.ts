import { editorMessages } from "./editor.ts";
import { filterMessages } from "./filter.ts";
import { english as first, type Message, type MessageKey } from "./messages.ts";

/** The English catalogue: every visible string of the kit, by key. */
export const english: Readonly<Record<MessageKey, Message>> = { ...first, ...filterMessages, ...editorMessages };
