import type { pageMessages } from "../page.ts";
import type { Translated } from "../translated.ts";

export const arabicPage: Translated<typeof pageMessages, Intl.LDMLPluralRule> = {
  "page.form": "المدخلات",
  "page.description.more": "ما يُقال للوكلاء عنها",
  "page.result": "التشغيل",
  "page.result.empty": "لم يُشغَّل شيء بعد",
  "page.result.emptyHelp": "املأ المدخلات وشغّل الأداة. يظهر تقدمها ونتيجتها هنا.",
  "page.history": "عمليات التشغيل السابقة",
  "page.history.empty": "لا عمليات تشغيل بعد",
  "page.history.emptyHelp": "تُحفظ هنا كل عملية تشغيل لهذه الأداة، مع مدخلاتها ونتيجتها.",
  "page.history.more": "إظهار المزيد",
  "page.history.error": "تعذّرت قراءة عمليات التشغيل السابقة.",
  "page.retry": "إعادة المحاولة",
  "page.reuse": "استخدام هذه المدخلات",
  "page.loading": "جارٍ تحميل الأداة",
  "page.notFound": "لا توجد أداة كهذه",
  "page.notFoundHelp": "ربما غُيّر اسمها أو أُزيلت، أو أنها غير متاحة لك.",
  "page.backToLibrary": "العودة إلى الأدوات",
  "page.error": "تعذّر تحميل الأداة",
  "page.runFailed": "تعذّر بدء التشغيل",
  "page.runMissing": "لم تعد عملية التشغيل هذه هنا",
  "page.runMissingHelp": "ليست ضمن عمليات التشغيل السابقة لهذه الأداة. اختر عملية أخرى أو ابدأ واحدة جديدة.",
  "page.connection.waiting": "انقطع الاتصال. تجري إعادة المحاولة…",
  "page.connection.offline": "أنت غير متصل. ستُحدَّث هذه الصفحة عند عودة الشبكة.",
  "page.noClient": "تحتاج هذه الصفحة إلى عميل: ضعها داخل \u2066<ToolProvider client={…}>\u2069.",
};
