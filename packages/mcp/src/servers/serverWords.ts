/**
 * What people read of calls on servers, as templates: each tool of a server carries them in every language, so that a
 * reader gets their own.
 */
export const WORDS = {
  notConnected: "The MCP server “{name}” is not connected. Nothing has run.",
  refused: "The MCP server “{name}” refused the call: {said}",
  signIn:
    "The MCP server “{name}” asks for a sign-in and did not take the call. Whoever looks after servers signs in on its page.",
  scope:
    "The MCP server “{name}” asks for more rights than it was signed in with ({scope}), and did not take the call. Whoever looks after servers signs in anew on its page.",
  taskLost:
    "The MCP server “{name}” does not know the task any more that it ran the tool as: {said}. The tool may have run; look before you run it again.",
  taskAway:
    "The MCP server “{name}” was away too long for its task to be followed: {said}. The tool may have run; look before you run it again.",
  taskUnread:
    "The MCP server “{name}” says nothing of its task that can be read. The tool may have run; look before you run it again.",
  taskFailed: "The MCP server “{name}” failed at it: {said}. The tool may have run in part.",
  taskCancelled: "The MCP server “{name}” has cancelled the task that it ran the tool as. It may have run in part.",
  broken:
    "The connection to the MCP server “{name}” broke off during the call: {said}. The tool may have run; look before you run it again.",
  unread: "The MCP server “{name}” gave no result that can be read: {said}. The tool may have run.",
  secret:
    "The MCP server “{name}” asks for a secret by a form, which it may not, so nobody was asked. The tool may have run in part. Give the server its secret in its own settings.",
  noPage:
    "The MCP server “{name}” asks to open {url}, which is no page, so nobody was asked. The tool may have run in part.",
  unaskable:
    "The MCP server “{name}” asks for {method}, which is not given to servers here. The tool may have run in part.",
  lost: "The connection to the MCP server “{name}” ended while its question waited, and the question with it. The tool may have run; look before you run it again.",
  unopened: "The MCP server “{name}” needs a page opened before it runs this, and that was declined. Nothing has run.",
  changed: "The server has changed this tool since it was first seen or last allowed. {changes}",
  again: "The MCP server “{name}” asked to be asked again too often. The tool may have run in part.",
} as const;

export const GERMAN: Readonly<Record<keyof typeof WORDS, string>> = {
  notConnected: "Der MCP-Server „{name}“ ist nicht verbunden. Es ist nichts gelaufen.",
  refused: "Der MCP-Server „{name}“ hat den Aufruf abgelehnt: {said}",
  signIn:
    "Der MCP-Server „{name}“ verlangt eine Anmeldung und hat den Aufruf nicht angenommen. Wer die Server betreut, meldet sich auf seiner Seite an.",
  scope:
    "Der MCP-Server „{name}“ verlangt mehr Rechte, als die Anmeldung hat ({scope}), und hat den Aufruf nicht angenommen. Wer die Server betreut, meldet sich auf seiner Seite neu an.",
  taskLost:
    "Der MCP-Server „{name}“ kennt die Aufgabe nicht mehr, als die er das Werkzeug ausgeführt hat: {said}. Das Werkzeug kann gelaufen sein; sehen Sie nach, bevor Sie es noch einmal starten.",
  taskAway:
    "Der MCP-Server „{name}“ war zu lange fort, um seine Aufgabe zu verfolgen: {said}. Das Werkzeug kann gelaufen sein; sehen Sie nach, bevor Sie es noch einmal starten.",
  taskUnread:
    "Der MCP-Server „{name}“ sagt über seine Aufgabe nichts Lesbares. Das Werkzeug kann gelaufen sein; sehen Sie nach, bevor Sie es noch einmal starten.",
  taskFailed: "Der MCP-Server „{name}“ ist daran gescheitert: {said}. Das Werkzeug kann zum Teil gelaufen sein.",
  taskCancelled:
    "Der MCP-Server „{name}“ hat die Aufgabe abgebrochen, als die er das Werkzeug ausgeführt hat. Es kann zum Teil gelaufen sein.",
  broken:
    "Die Verbindung zum MCP-Server „{name}“ ist während des Aufrufs abgebrochen: {said}. Das Werkzeug kann gelaufen sein; sehen Sie nach, bevor Sie es noch einmal starten.",
  unread: "Der MCP-Server „{name}“ hat kein lesbares Ergebnis gegeben: {said}. Das Werkzeug kann gelaufen sein.",
  secret:
    "Der MCP-Server „{name}“ fragt in einem Formular nach einem Geheimnis. Das darf er nicht, deshalb wurde niemand gefragt. Das Werkzeug kann zum Teil gelaufen sein. Geben Sie dem Server sein Geheimnis in seinen eigenen Einstellungen.",
  noPage:
    "Der MCP-Server „{name}“ will {url} öffnen lassen. Das ist keine Seite, deshalb wurde niemand gefragt. Das Werkzeug kann zum Teil gelaufen sein.",
  unaskable:
    "Der MCP-Server „{name}“ verlangt {method}, was Server hier nicht bekommen. Das Werkzeug kann zum Teil gelaufen sein.",
  lost: "Die Verbindung zum MCP-Server „{name}“ endete, während seine Frage wartete, und die Frage mit ihr. Das Werkzeug kann gelaufen sein; sehen Sie nach, bevor Sie es noch einmal starten.",
  unopened:
    "Der MCP-Server „{name}“ braucht eine geöffnete Seite, bevor er dies ausführt, und das wurde abgelehnt. Es ist nichts gelaufen.",
  changed: "Der Server hat dieses Werkzeug geändert, seit es zuerst gesehen oder zuletzt erlaubt wurde. {changes}",
  again: "Der MCP-Server „{name}“ wollte zu oft noch einmal gefragt werden. Das Werkzeug kann zum Teil gelaufen sein.",
};

export const ARABIC: Readonly<Record<keyof typeof WORDS, string>> = {
  notConnected: "خادم MCP «{name}» غير متصل. لم يُنفَّذ شيء.",
  refused: "رفض خادم MCP «{name}» الاستدعاء: {said}",
  signIn: "يطلب خادم MCP «{name}» تسجيل الدخول ولم يقبل الاستدعاء. يسجّل الدخول في صفحته من يتولى الخوادم.",
  scope:
    "يطلب خادم MCP «{name}» صلاحيات أكثر مما سُجّل به الدخول ({scope})، ولم يقبل الاستدعاء. يسجّل الدخول من جديد في صفحته من يتولى الخوادم.",
  taskLost:
    "لم يعد خادم MCP «{name}» يعرف المهمة التي شغّل بها الأداة: {said}. ربما عملت الأداة؛ تحقّق قبل أن تشغّلها مرة أخرى.",
  taskAway: "غاب خادم MCP «{name}» أطول مما يسمح بمتابعة مهمته: {said}. ربما عملت الأداة؛ تحقّق قبل أن تشغّلها مرة أخرى.",
  taskUnread: "لا يقول خادم MCP «{name}» عن مهمته شيئًا يمكن قراءته. ربما عملت الأداة؛ تحقّق قبل أن تشغّلها مرة أخرى.",
  taskFailed: "فشل خادم MCP «{name}» فيها: {said}. ربما عملت الأداة جزئيًّا.",
  taskCancelled: "ألغى خادم MCP «{name}» المهمة التي شغّل بها الأداة. ربما عملت جزئيًّا.",
  broken: "انقطع الاتصال بخادم MCP «{name}» أثناء الاستدعاء: {said}. ربما عملت الأداة؛ تحقّق قبل أن تشغّلها مرة أخرى.",
  unread: "لم يعطِ خادم MCP «{name}» نتيجة يمكن قراءتها: {said}. ربما عملت الأداة.",
  secret:
    "يطلب خادم MCP «{name}» سرًّا عبر نموذج، وهذا غير مسموح له، لذلك لم يُسأل أحد. ربما عملت الأداة جزئيًّا. أعطِ الخادم سرّه في إعداداته الخاصة.",
  noPage: "يطلب خادم MCP «{name}» فتح {url}، وهو ليس صفحة، لذلك لم يُسأل أحد. ربما عملت الأداة جزئيًّا.",
  unaskable: "يطلب خادم MCP «{name}» ‏{method}، وهو ما لا يُعطى للخوادم هنا. ربما عملت الأداة جزئيًّا.",
  lost: "انتهى الاتصال بخادم MCP «{name}» بينما كان سؤاله ينتظر، وانتهى السؤال معه. ربما عملت الأداة؛ تحقّق قبل أن تشغّلها مرة أخرى.",
  unopened: "يحتاج خادم MCP «{name}» إلى فتح صفحة قبل تنفيذ هذا، وقد رُفض ذلك. لم يُنفَّذ شيء.",
  changed: "غيّر الخادم هذه الأداة منذ رُئيت أول مرة أو سُمح بها آخر مرة. {changes}",
  again: "طلب خادم MCP «{name}» إعادة سؤاله مرات كثيرة. ربما عملت الأداة جزئيًّا.",
};

/** The words of a language by what they stand for. */
export function wordsIn(language: Readonly<Record<keyof typeof WORDS, string>>): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(WORDS) as (keyof typeof WORDS)[]).map((key) => [WORDS[key], language[key]] as const),
  );
}
