/** Words that are written in capitals wherever they stand in a name. */
const acronyms = new Set(
  (
    "ai api aws cc ci cli cpu crm css csv db dns dom eu faq ftp gb gdp gmt gpu gui html http https iban ip isbn jpeg jpg js json jwt kpi kb llm mb md " +
    "mcp mime ml mp3 mp4 ocr ok os pdf php pin png pr qa ram rest roi rss sdk seo sha sku sla sms smtp sql ssh ssl sso svg tcp tls ts tsv ttl tv ui uk uri " +
    "url us usb utc utf uuid ux vat vm vpn www xls xlsx xml yaml zip"
  ).split(" "),
);
const mixed: Record<string, string> = {
  id: "ID",
  ids: "IDs",
  urls: "URLs",
  ios: "iOS",
  oauth: "OAuth",
  github: "GitHub",
  gitlab: "GitLab",
  youtube: "YouTube",
};
/**
 * A property's name as people read it: snake, kebab and camel case to Title Case, each word capitalised, acronyms kept.
 * @example `humanizeFieldName("created_at")` is "Created At"; `humanizeFieldName("repoURLId")` is "Repo URL ID".
 */
export function humanizeFieldName(name: string): string {
  const words = wordsOfName(name);
  if (words.length === 0) return name;
  return words
    .map((word) => {
      const lower = word.toLowerCase();
      if (Object.hasOwn(mixed, lower)) return mixed[lower]!;
      if (acronyms.has(lower)) return lower.toUpperCase();
      if (
        word.length > 1 &&
        word === word.toUpperCase() &&
        /\p{Lu}/u.test(word) &&
        words.some((other) => other !== other.toUpperCase())
      )
        return word;
      return lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join(" ");
}

/** The words of a name in snake, kebab or camel case, or of a sentence, as they are written. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_.:/-]+/u)
    .filter(Boolean);
}
