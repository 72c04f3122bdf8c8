import { callMessages } from "./call.ts";
import { chatMessages } from "./chat.ts";
import { editorMessages } from "./editor.ts";
import { fieldMessages } from "./field.ts";
import { filterMessages } from "./filter.ts";
import { formMessages } from "./form.ts";
import { formLaterMessages } from "./formLater.ts";
import { formStateMessages } from "./formState.ts";
import { formToolsMessages } from "./formTools.ts";
import { libraryMessages } from "./library.ts";
import type { Message, MessageKey } from "./messages.ts";
import { pageMessages } from "./page.ts";
import { pickerMessages } from "./picker.ts";
import { uploadMessages } from "./upload.ts";
import { viewMessages } from "./view.ts";

/** The English catalogue: every visible string of the kit, by key. */
export const english: Readonly<Record<MessageKey, Message>> = {
  ...formMessages,
  ...formLaterMessages,
  ...formStateMessages,
  ...formToolsMessages,
  ...fieldMessages,
  ...viewMessages,
  ...callMessages,
  ...chatMessages,
  ...pageMessages,
  ...libraryMessages,
  ...filterMessages,
  ...editorMessages,
  ...pickerMessages,
  ...uploadMessages,
};
