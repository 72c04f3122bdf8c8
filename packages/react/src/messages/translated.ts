/**
 * A part of the catalogue in another language: every key of the English part, and of each message that English counts every
 * plural form that the language has. A message that English does not count may be counted there.
 */
export type Translated<Part, Form extends Intl.LDMLPluralRule> = {
  readonly [Key in keyof Part]: Part[Key] extends string
    ? string | Readonly<Record<Form, string>>
    : Readonly<Record<Form, string>>;
};
