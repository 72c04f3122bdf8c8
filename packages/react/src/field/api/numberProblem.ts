import type { NumberReading, ValidationIssue } from "@callboard/core/form";
import type { FormTranslate } from "../../messages/messages.ts";
import { editedNumber, type NumberLook } from "./numberLook.ts";

/** Why a typed text is no number that can be kept, in the reader's language; undefined where it is one. */
export function numberProblem(
  reading: NumberReading,
  text: string,
  look: NumberLook,
  t: FormTranslate,
): ValidationIssue | undefined {
  const issue = (code: string, message: string): ValidationIssue => ({ path: "", code, message });
  switch (reading.kind) {
    case "number":
    case "empty":
      return undefined;
    case "unreadable":
      return issue("number", t("form.issue.number"));
    case "affix": {
      const { found } = reading;
      return look.affix === ""
        ? issue("numberAlone", t("form.number.alone", { found }))
        : issue("numberUnit", t("form.number.unit", { found, unit: look.affix }));
    }
    case "ambiguous": {
      const [one, other] = reading.values.map((value) => editedNumber(value, look));
      return issue("numberTwo", t("form.number.two", { text: text.trim(), one: one!, other: other! }));
    }
    case "inexact":
      return issue("numberDigits", t("form.number.digits", { nearest: editedNumber(reading.nearest, look) }));
    case "tooLarge":
      return issue("numberLarge", t("form.number.large"));
    default:
      return reading satisfies never;
  }
}
