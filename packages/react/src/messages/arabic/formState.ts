import type { formStateMessages } from "../formState.ts";
import type { Translated } from "../translated.ts";

export const arabicFormState: Translated<typeof formStateMessages, Intl.LDMLPluralRule> = {
  "field.foreign": "يحتوي الآن على {value}، وهو ما لا يستطيع هذا الحقل عرضه.",
  "field.counter": "{count} من {limit} حرف",
  "form.undone": "تم التراجع",
  "form.redone": "تمت الإعادة",
  "form.by.model": "ملأه النموذج اللغوي",
  "form.by.overruled": "عدّلتَه أنت",
};
