import { arabic as messages } from "@callboard/react/messages/ar";
import type { FrameWords } from "./frameWords.ts";

const words: FrameWords = {
  changed: "يجري تحديث هذا النموذج ولا يمكن استخدامه الآن. يُرجى العودة لاحقًا.",
  busy: "يوجد عدد كبير من الأشخاص هنا الآن. يُرجى المحاولة مرة أخرى بعد دقيقة.",
  retry: "أعد المحاولة",
  noToken: "لم تُخبر الصفحة المحيطة بهذا النموذج مَن أنت. يُرجى إعادة تحميلها.",
  covered: "قد يكون هذا النموذج مغطى بشيء في الصفحة، لذلك لا يمكن إرساله من هنا. افتحه في نافذة خاصة به.",
  moved: "تحركت الصفحة للتو. يُرجى مراجعة النموذج ثم الضغط مرة أخرى.",
  openWindow: "افتح في نافذة",
  blockedWindow: "لم يفتح متصفحك النافذة. اسمح بها لهذه الصفحة ثم اضغط مرة أخرى.",
};

/** All that a frame says in Arabic. */
export const arabic = { messages, words };
