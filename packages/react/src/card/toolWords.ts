/** The name of a tool that has none: its slug as words. "get_weatherReport" is "Get weather report". */
export function toolWords(slug: string): string {
  const words = slug
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
  return words === "" ? slug : words[0]!.toUpperCase() + words.slice(1);
}
