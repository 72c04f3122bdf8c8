/**
 * Tool search as Spice documents it, without vectors: TF-IDF over name (×3), description (×2) and parameters (×1),
 * exact words and phrases by where they land, the keys of the parameters, and reciprocal rank fusion of the three with
 * equal say.
 */
const wordsOf = (/** @type {string} */ text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

/** @param {{ id: string, name: string, description: string, keys: string[], texts: string[] }[]} tools */
export function createDocumentedRrf(tools) {
  const indexed = tools.map(({ id, name, description, keys, texts }) => {
    const fields = [wordsOf(name), wordsOf(description), wordsOf([...keys, ...texts].join(" "))];
    const amounts = new Map();
    fields.forEach((words, place) => {
      for (const word of words) amounts.set(word, (amounts.get(word) ?? 0) + 3 - place);
    });
    return {
      id,
      amounts,
      sets: fields.map((words) => new Set(words)),
      texts: fields.map((words) => ` ${words.join(" ")} `),
      keys: new Set(keys.flatMap(wordsOf)),
    };
  });
  const having = new Map();
  for (const { amounts } of indexed) for (const word of amounts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  const rarity = (/** @type {string} */ word) => Math.log(1 + indexed.length / (having.get(word) ?? indexed.length));
  return (/** @type {string} */ query, /** @type {number} */ limit) => {
    const words = [...new Set(wordsOf(query))];
    const phrase = ` ${wordsOf(query).join(" ")} `;
    const channels = [
      indexed.map(({ amounts }) => words.reduce((sum, word) => sum + (amounts.get(word) ?? 0) * rarity(word), 0)),
      indexed.map(({ sets, texts }) =>
        sets.reduce(
          (sum, set, place) =>
            sum +
            (3 - place) * (words.filter((word) => set.has(word)).length + (texts[place].includes(phrase) ? 5 : 0)),
          0,
        ),
      ),
      indexed.map(({ keys }) => words.filter((word) => keys.has(word)).length),
    ];
    const scores = indexed.map(() => 0);
    for (const channel of channels) {
      const order = [...channel.keys()]
        .filter((place) => channel[place] > 0)
        .sort((one, other) => channel[other] - channel[one]);
      order.forEach((place, rank) => (scores[place] += 1 / (61 + rank)));
    }
    return [...scores.keys()]
      .filter((place) => scores[place] > 0)
      .sort((one, other) => scores[other] - scores[one])
      .slice(0, limit)
      .map((place) => indexed[place].id);
  };
}
