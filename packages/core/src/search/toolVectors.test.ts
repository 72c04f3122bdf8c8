import { describe, expect, it, vi } from "vitest";
import { chooseEmbedder, embeddingEndpoint } from "./embedder.ts";
import { createToolSearch } from "./toolSearch.ts";
import { createToolSearches } from "./toolSearches.ts";

/** Knows two things: animals and vehicles. */
const meaning = (texts: string[]) =>
  texts.map((text) => [/sheep|goat|pet/.test(text) ? 1 : 0, /car|bus|drive/.test(text) ? 1 : 0, 0.1]);
const tools = [
  { slug: "sheep", description: "counts sheep" },
  { slug: "bus", description: "finds a bus" },
  ...Array.from({ length: 8 }, (_none, index) => ({ slug: `other${index}`, description: `does ${index}` })),
];

describe("a search with an embedder", () => {
  it("finds by meaning what shares no word", async () => {
    const answer = await createToolSearch(tools, { embed: meaning }).search({ query: "my pet" });
    expect(answer.search_mode).toBe("hybrid_bm25f");
    expect(answer.tools[0]!.tool_id).toBe("sheep");
    expect(answer.tools[0]!.match_sources[0]).toMatchObject({ source: "vector", rank: 1 });
  });

  it("asks for each text once, when it is first searched, in batches", async () => {
    const embed = vi.fn(meaning);
    const search = createToolSearch(tools, { embed: { name: "m", embed, batchSize: 4 } });
    expect(embed).not.toHaveBeenCalled();
    await Promise.all([search.search({ query: "pet" }), search.search({ query: "drive" })]);
    await search.search({ query: "pet" });
    expect(embed.mock.calls.map(([texts]) => texts.length).toSorted()).toEqual([1, 1, 2, 4, 4]);
    search.add({ slug: "goat", description: "counts goats" });
    await search.search({ query: "pet" });
    expect(embed.mock.calls.at(-1)![0]).toHaveLength(1);
  });

  it("saves the vectors, and asks for none that were saved by the same embedder", async () => {
    const embed = vi.fn(meaning);
    const first = createToolSearch(tools, { embed: { name: "m", embed } });
    await first.search({ query: "pet" });
    const vectors = JSON.parse(JSON.stringify(first.saveVectors()));
    embed.mockClear();
    const again = await createToolSearch(tools, { embed: { name: "m", embed }, vectors }).search({ query: "pet" });
    expect(again.tools[0]!.tool_id).toBe("sheep");
    expect(embed).toHaveBeenCalledTimes(1);
    await createToolSearch(tools, { embed: { name: "another", embed }, vectors }).search({ query: "pet" });
    expect(embed).toHaveBeenCalledTimes(3);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("down"))],
    ["gives too few vectors", () => [[1]]],
    ["gives what is no number", (texts: string[]) => texts.map(() => [Number.NaN])],
  ])("goes on with words where it %s, and says so", async (_what, embed) => {
    const onProblem = vi.fn();
    const search = createToolSearch(tools, { embed, onProblem });
    for (const query of ["counts sheep", "find a bus"]) {
      const answer = await search.search({ query });
      expect(answer.search_mode).toBe("lexical_bm25f_embedder_failed");
      expect(answer.tools[0]!.confidence).toBeGreaterThan(0.5);
    }
    expect(onProblem).toHaveBeenCalledTimes(1);
  });
});

it("asks an embedder that failed again after half a minute, and not before", async () => {
  vi.useFakeTimers();
  try {
    const embed = vi.fn(meaning).mockImplementationOnce(() => {
      throw new Error("down");
    });
    const search = createToolSearch(tools, { embed });
    const modeAfter = async (wait: number) => {
      vi.advanceTimersByTime(wait);
      return (await search.search({ query: "sheep" })).search_mode;
    };
    expect(await modeAfter(0)).toBe("lexical_bm25f_embedder_failed");
    expect(await modeAfter(29_000)).toBe("lexical_bm25f_embedder_failed");
    expect(embed).toHaveBeenCalledTimes(1);
    expect(await modeAfter(2000)).toBe("hybrid_bm25f");
  } finally {
    vi.useRealTimers();
  }
});

describe("embeddingEndpoint", () => {
  it("asks as OpenAI's API does, and puts the answers in order", async () => {
    const send = vi.fn(async () =>
      Response.json({
        data: [
          { index: 1, embedding: [2] },
          { index: 0, embedding: [1] },
        ],
      }),
    );
    const { embed, name } = embeddingEndpoint({ baseUrl: "http://e/v1/", model: "m", apiKey: "k", fetch: send });
    expect([name, await embed(["a", "b"])]).toEqual(["m", [[1], [2]]]);
    const [address, request] = send.mock.calls[0] as unknown as [string, RequestInit];
    expect(address).toBe("http://e/v1/embeddings");
    expect(request.headers).toMatchObject({ authorization: "Bearer k" });
    expect(JSON.parse(String(request.body))).toMatchObject({ model: "m", input: ["a", "b"] });
  });

  it("says what the endpoint said", async () => {
    const { embed } = embeddingEndpoint({
      baseUrl: "http://e",
      model: "m",
      fetch: async () => new Response("no key", { status: 401 }),
    });
    await expect(embed(["a"])).rejects.toThrow("answered 401: no key");
  });
});

describe("chooseEmbedder", () => {
  const [a, b] = ["a", "b"].map((name) => ({ name, embed: meaning }));
  it("takes the only one, or the one that is named", () => {
    expect(chooseEmbedder([])).toBeUndefined();
    expect(chooseEmbedder([a!])).toBe(a);
    expect(chooseEmbedder([a!, b!], "b")).toBe(b);
    expect(() => chooseEmbedder([a!, b!])).toThrow("name the one");
    expect(() => chooseEmbedder([a!], "c")).toThrow('There are "a"');
  });
});

describe("createToolSearches", () => {
  it("gives the same search to the same tools, embedder and runtime, and forgets the one not used for longest", () => {
    const searches = createToolSearches({ capacity: 2 });
    const first = searches.of("r", tools);
    expect(
      searches.of(
        "r",
        tools.map((tool) => ({ ...tool })),
      ),
    ).toBe(first);
    expect(searches.of("r", tools.slice(1))).not.toBe(first);
    expect(searches.of("r", tools)).toBe(first);
    expect(searches.of("other", tools)).not.toBe(first);
    expect(searches.size).toBe(2);
    expect(searches.of("r", tools)).toBe(first);
    expect(searches.of("r", [{ ...tools[0]!, description: "changed" }])).not.toBe(first);
  });

  it("keeps 64", () => {
    const searches = createToolSearches();
    const first = searches.of("0", tools);
    for (let runtime = 1; runtime < 64; runtime++) searches.of(String(runtime), tools);
    expect(searches.of("0", tools)).toBe(first);
    searches.of("64", tools);
    searches.of("65", tools);
    expect(searches.size).toBe(64);
    expect(searches.of("0", tools)).toBe(first);
  });
});
