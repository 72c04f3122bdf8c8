import { createToolSearch, embeddingEndpoint, type SavedVectors } from "@callboard/core/search";

// #region find
const search = createToolSearch([
  { slug: "unit-converter", name: "Unit Converter", description: "Converts lengths and masses.", aliases: ["units"] },
  { slug: "send_email", name: "Send email", description: "Sends a message to a person by mail." },
]);

export async function findTool(query: string) {
  const { tools, hint } = await search.search({ query, limit: 3 });
  return hint ?? tools.map(({ tool_id, confidence }) => `${tool_id} ${confidence}`).join(", ");
}
// #endregion

// #region vectors
export function searchByMeaning(baseUrl: string, vectors?: SavedVectors) {
  const embed = embeddingEndpoint({ baseUrl, model: "nomic-embed-text" });
  const byMeaning = createToolSearch([{ slug: "flock", description: "Counts sheep" }], {
    embed,
    ...(vectors && { vectors }),
    onProblem: (error) => console.warn("Tools are found by words alone.", error),
  });
  return { byMeaning, save: () => byMeaning.saveVectors() };
}
// #endregion
