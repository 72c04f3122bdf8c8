import { arabic as messages } from "@callboard/react/messages/ar";
import type { FrameWords } from "./frameWords.ts";

const words: FrameWords = {
  changed: "يجري تحديث هذا النموذج ولا يمكن استخدامه الآن. يُرجى العودة لاحقًا.",
  busy: "يوجد عدد كبير من الأشخاص هنا الآن. يُرجى المحاولة مرة أخرى بعد دقيقة.",
  retry: "أعد المحاولة",
  noToken: "لم تُخبر الصفحة المحيطة بهذا النموذج مَن أنت. يُرجى إعادة تحميلها.",
  waiting: "فُتحت نافذة. تحقّق فيها مما سيُنفَّذ ثم أكّده.",
  showWindow: "أظهر النافذة",
  stopWaiting: "إلغاء",
  notConfirmed: "لم يُرسل شيء، لأنه لم يُؤكَّد في نافذته.",
  blockedWindow: "يُؤكَّد هذا في نافذة خاصة، ولم يفتحها متصفحك. اسمح بالنوافذ لهذه الصفحة ثم اضغط مرة أخرى.",
  confirmTitle: "تنفيذ «{tool}»؟",
  confirmSite: "هذه الأداة منشورة لصفحات {site}.",
  confirmRun: "نفّذ",
  confirmLeave: "لا تنفّذ",
  early: "يُرجى قراءة ما سيُنفَّذ ثم الضغط مرة أخرى.",
  small: "هذه النافذة أصغر من أن تُظهر ما سيُنفَّذ. يُرجى تكبيرها ثم الضغط مرة أخرى.",
};

/** All that a frame says in Arabic. */
export const arabic = { messages, words };
