/** One message: words with `{parameters}`, or one text a plural form, chosen by the parameter `count`. */
export type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
