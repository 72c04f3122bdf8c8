/** What the page inside a frame says beside the form itself. */
const english = {
  changed: "This form is being updated and cannot be used right now. Please come back later.",
  busy: "Too many people are here right now. Please try again in a minute.",
  retry: "Try again",
  noToken: "The page around this form did not say who you are. Please load it again.",
  covered:
    "This form may be covered by something on the page, so it cannot be sent from here. Open it in a window of its own.",
  moved: "The page has just moved. Please check the form, then press again.",
  openWindow: "Open in a window",
  blockedWindow: "Your browser did not open the window. Allow it for this page, then press again.",
};

const catalogues: Readonly<Record<string, FrameWords>> = {
  en: english,
  de: {
    changed:
      "Dieses Formular wird gerade überarbeitet und ist vorübergehend nicht verfügbar. Bitte kommen Sie später wieder.",
    busy: "Gerade sind zu viele Menschen hier. Bitte versuchen Sie es in einer Minute noch einmal.",
    retry: "Erneut versuchen",
    noToken: "Die Seite um dieses Formular hat nicht gesagt, wer Sie sind. Bitte laden Sie sie neu.",
    covered:
      "Dieses Formular ist vielleicht von etwas auf der Seite verdeckt und kann von hier nicht abgeschickt werden. Öffnen Sie es in einem eigenen Fenster.",
    moved: "Die Seite hat sich gerade bewegt. Bitte prüfen Sie das Formular und drücken Sie noch einmal.",
    openWindow: "In einem Fenster öffnen",
    blockedWindow:
      "Ihr Browser hat das Fenster nicht geöffnet. Erlauben Sie es für diese Seite und drücken Sie noch einmal.",
  },
  ar: {
    changed: "يجري تحديث هذا النموذج ولا يمكن استخدامه الآن. يُرجى العودة لاحقًا.",
    busy: "يوجد عدد كبير من الأشخاص هنا الآن. يُرجى المحاولة مرة أخرى بعد دقيقة.",
    retry: "أعد المحاولة",
    noToken: "لم تُخبر الصفحة المحيطة بهذا النموذج مَن أنت. يُرجى إعادة تحميلها.",
    covered: "قد يكون هذا النموذج مغطى بشيء في الصفحة، لذلك لا يمكن إرساله من هنا. افتحه في نافذة خاصة به.",
    moved: "تحركت الصفحة للتو. يُرجى مراجعة النموذج ثم الضغط مرة أخرى.",
    openWindow: "افتح في نافذة",
    blockedWindow: "لم يفتح متصفحك النافذة. اسمح بها لهذه الصفحة ثم اضغط مرة أخرى.",
  },
};

export type FrameWords = Readonly<typeof english>;

/** The words of a language that there are some in; English for any other. */
export const frameWords = (language: string): FrameWords => catalogues[language] ?? english;
