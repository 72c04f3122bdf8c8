import type { filterMessages } from "../filter.ts";
import type { Translated } from "../translated.ts";

export const arabicFilter: Translated<typeof filterMessages, Intl.LDMLPluralRule> = {
  "filter.label": "عوامل التصفية",
  "filter.operator": "{label}: طريقة المقارنة",
  "filter.any": "أي قيمة",
  "filter.from": "من",
  "filter.to": "إلى",
  "filter.fromOf": "{label}: من",
  "filter.toOf": "{label}: إلى",
  "filter.order": "قيمة «من» أكبر من قيمة «إلى»، لذلك لن يُعثر على شيء. بدّل بينهما.",
  "filter.clear": "مسح عوامل التصفية",
  "filter.count": {
    zero: "لا عوامل تصفية",
    one: "عامل تصفية واحد",
    two: "عاملا تصفية",
    few: "{count} عوامل تصفية",
    many: "{count} عامل تصفية",
    other: "{count} عامل تصفية",
  },
  "filter.none": "لا عوامل تصفية",
  "filter.operator.eq": "يساوي",
  "filter.operator.neq": "لا يساوي",
  "filter.operator.gt": "أكبر من",
  "filter.operator.lt": "أصغر من",
  "filter.operator.gte": "لا يقل عن",
  "filter.operator.lte": "لا يزيد على",
  "filter.operator.in": "أحد هذه",
  "filter.operator.contains": "يحتوي على",
};
