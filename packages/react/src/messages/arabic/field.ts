import type { fieldMessages } from "../field.ts";
import type { Translated } from "../translated.ts";

export const arabicField: Translated<typeof fieldMessages, Intl.LDMLPluralRule> = {
  "field.show": "إظهار",
  "field.hide": "إخفاء",
  "field.clear": "مسح",
  "field.pickColor": "اختيار لون",
  "field.rating": "{value} من {max}",
  "field.zone": "المنطقة الزمنية",
  "field.dateTime": "التاريخ والوقت",
  "field.addTag": "اكتب ثم اضغط مفتاح الإدخال",
  "field.removeTag": "إزالة {label}",
  "field.tagAdded": "تمت إضافة {label}",
  "field.tagRemoved": "تمت إزالة {label}",
  "field.search": "بحث…",
  "field.noMatch": "لا خيار مطابق",
};
