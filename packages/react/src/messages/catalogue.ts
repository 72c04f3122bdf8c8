import { editorMessages } from "./editor.ts";
import { filterMessages } from "./filter.ts";
import { english as first, type Message, type MessageKey } from "./messages.ts";
import { pickerMessages } from "./picker.ts";
import { uploadMessages } from "./upload.ts";

/** The English catalogue: every visible string of the kit, by key. */
export const english: Readonly<Record<MessageKey, Message>> = {
  ...first,
  ...filterMessages,
  ...editorMessages,
  ...pickerMessages,
  ...uploadMessages,
};
