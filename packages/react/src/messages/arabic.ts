import { arabicCall } from "./arabic/call.ts";
import { arabicChat } from "./arabic/chat.ts";
import { arabicEditor } from "./arabic/editor.ts";
import { arabicField } from "./arabic/field.ts";
import { arabicFilter } from "./arabic/filter.ts";
import { arabicForm } from "./arabic/form.ts";
import { arabicFormLater } from "./arabic/formLater.ts";
import { arabicFormState } from "./arabic/formState.ts";
import { arabicFormTools } from "./arabic/formTools.ts";
import { arabicLibrary } from "./arabic/library.ts";
import { arabicPage } from "./arabic/page.ts";
import { arabicPicker } from "./arabic/picker.ts";
import { arabicUpload } from "./arabic/upload.ts";
import { arabicView } from "./arabic/view.ts";
import type { Message, MessageKey } from "./messages.ts";

/** The Arabic catalogue: every visible string of the kit, by key. */
export const arabic: Readonly<Record<MessageKey, Message>> = {
  ...arabicForm,
  ...arabicFormLater,
  ...arabicFormState,
  ...arabicFormTools,
  ...arabicField,
  ...arabicView,
  ...arabicCall,
  ...arabicChat,
  ...arabicPage,
  ...arabicLibrary,
  ...arabicFilter,
  ...arabicEditor,
  ...arabicPicker,
  ...arabicUpload,
};
