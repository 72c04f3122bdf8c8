import { formEnglish, filterEnglish, cardEnglish } from "./en.ts";
import { askEnglish } from "./askEnglish.ts";
import { authorEnglish } from "./authorEnglish.ts";
import { brokenEnglish } from "./brokenEnglish.ts";
import { chatEnglish } from "./chatEnglish.ts";
import { codeEnglish } from "./codeEnglish.ts";
import { editorEnglish } from "./editorEnglish.ts";
import { inspectorEnglish } from "./inspectorEnglish.ts";
import { knowledgeEnglish } from "./knowledgeEnglish.ts";
import { limitEnglish } from "./limitEnglish.ts";
import { lockEnglish } from "./lockEnglish.ts";
import { noticeEnglish } from "./noticeEnglish.ts";
import { pageEnglish } from "./pageEnglish.ts";
import { playerEnglish } from "./playerEnglish.ts";
import { surfaceEnglish } from "./surfaceEnglish.ts";
import { timelineEnglish } from "./timelineEnglish.ts";
import { viewEnglish } from "./viewEnglish.ts";
import { fieldPartsEnglish } from "./fieldPartsEnglish.ts";
import { formPartsEnglish } from "./formPartsEnglish.ts";
import { issueEnglish } from "./issueEnglish.ts";
import { pickerEnglish } from "./pickerEnglish.ts";
import { uploadEnglish } from "./uploadEnglish.ts";

/**
 * The whole English catalogue; its keys are those of every language. In a module of its own, so that a page of one
 * subject loads only that.
 */
export const english = {
  ...brokenEnglish,
  ...formEnglish,
  ...formPartsEnglish,
  ...issueEnglish,
  ...fieldPartsEnglish,
  ...pickerEnglish,
  ...uploadEnglish,
  ...editorEnglish,
  ...filterEnglish,
  ...viewEnglish,
  ...surfaceEnglish,
  ...cardEnglish,
  ...noticeEnglish,
  ...limitEnglish,
  ...timelineEnglish,
  ...askEnglish,
  ...chatEnglish,
  ...codeEnglish,
  ...pageEnglish,
  ...lockEnglish,
  ...knowledgeEnglish,
  ...playerEnglish,
  ...inspectorEnglish,
  ...authorEnglish,
};
