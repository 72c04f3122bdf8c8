import { germanCall } from "./german/call.ts";
import { germanChat } from "./german/chat.ts";
import { germanEditor } from "./german/editor.ts";
import { germanField } from "./german/field.ts";
import { germanFilter } from "./german/filter.ts";
import { germanForm } from "./german/form.ts";
import { germanFormLater } from "./german/formLater.ts";
import { germanFormState } from "./german/formState.ts";
import { germanFormTools } from "./german/formTools.ts";
import { germanLibrary } from "./german/library.ts";
import { germanPage } from "./german/page.ts";
import { germanPicker } from "./german/picker.ts";
import { germanUpload } from "./german/upload.ts";
import { germanView } from "./german/view.ts";
import type { Message, MessageKey } from "./messages.ts";

/** The German catalogue: every visible string of the kit, by key; the reader is addressed as „Sie“. */
export const german: Readonly<Record<MessageKey, Message>> = {
  ...germanForm,
  ...germanFormLater,
  ...germanFormState,
  ...germanFormTools,
  ...germanField,
  ...germanView,
  ...germanCall,
  ...germanChat,
  ...germanPage,
  ...germanLibrary,
  ...germanFilter,
  ...germanEditor,
  ...germanPicker,
  ...germanUpload,
};
