/** One translated string with `{parameters}`, or one text a plural form, chosen by the parameter `count`. */
export type Translation = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
