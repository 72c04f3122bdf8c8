import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createScriptedModel } from "./scriptedModel.ts";

const define = (
  name: string,
  description: string,
  properties: Record<string, object>,
  required: string[] = [],
): LanguageModelV3FunctionTool => ({
  type: "function",
  name,
  description,
  inputSchema: { type: "object", properties, required } as LanguageModelV3FunctionTool["inputSchema"],
});

const units = ["metre", "kilometre", "mile", "kilogram", "pound", "celsius", "fahrenheit", "square-metre"];

const TOOLS: LanguageModelV3FunctionTool[] = [
  define(
    "analyze_document",
    "Use this to have one document analyzed in depth: an analyst of its own reads it and answers your question. For its beginning read_document is faster.",
    {
      path: { type: "string", description: "Its path, such as zod/README.md." },
      question: { type: "string", description: "What you want to know, as a whole sentence." },
    },
    ["path", "question"],
  ),
  define(
    "find_by_name",
    "Use this first when you know part of a document's path. `name` is a glob over the path, or a part of it. Then read what you found with read_document.",
    {
      name: { type: "string", description: "A glob such as **/README.md, or a part of the path." },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20, title: "At most" },
    },
    ["name"],
  ),
  define("list_notes", "Use this to show the notes that have been published, the newest first.", {
    limit: {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 10,
      title: "At most",
      description: "How many notes to list.",
    },
  }),
  define(
    "publish_note",
    "Use this to publish a note that everybody can read. A person has to approve it. Write the `text` in Markdown.",
    { title: { type: "string", maxLength: 120 }, text: { type: "string", maxLength: 20_000 } },
    ["title", "text"],
  ),
  define(
    "read_document",
    "Use this to read one document whose path you know. It gives `length` characters from `offset`.",
    {
      path: { type: "string", description: "As find_by_name gives it." },
      offset: { type: "integer", minimum: 0, default: 0, title: "From character" },
      length: {
        type: "integer",
        minimum: 1,
        maximum: 20_000,
        default: 4000,
        title: "Characters",
        description: "How many characters to read.",
      },
    },
  ),
  define(
    "search_documents",
    "Use this to find which documents say something about a topic: it searches the full text by keywords.",
    {
      query: { type: "string", description: "What to search for.", examples: ["tree shaking"] },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 20,
        default: 5,
        title: "At most",
        description: "How many documents to give.",
      },
      pathGlob: { type: "string", description: "A glob over the path, such as zod/**." },
    },
    ["query"],
  ),
  define(
    "roi-calculator",
    "Use this to judge one investment: it gives net present value, internal rate of return and payback. Do not use it to search.",
    {
      initialInvestment: {
        type: "number",
        default: 50_000,
        title: "Initial investment",
        description: "What is paid at the start.",
      },
      annualBenefit: {
        type: "number",
        default: 24_000,
        title: "Benefit in the first year",
        description: "Extra income or saved cost.",
      },
      annualCost: { type: "number", default: 6000, title: "Running cost in the first year" },
      years: { type: "integer", minimum: 1, maximum: 30, default: 5, title: "Years" },
      discountRate: {
        type: "number",
        minimum: 0,
        maximum: 100,
        default: 8,
        title: "Discount rate",
        description: "Per cent a year.",
      },
      compound: { type: "boolean", title: "Compound" },
    },
  ),
  define("unit-converter", "Use this for any conversion of length, mass or temperature.", {
    amount: { type: "number", default: 26.2, title: "Amount" },
    from: { type: "string", enum: units, default: "mile" },
    to: { type: "string", enum: units, default: "kilometre" },
  }),
  define("priority-matrix", "Use this to sort things by impact and effort.", {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, impact: { type: "number" }, effort: { type: "number" } },
      },
    },
  }),
];

type Call = { tool: string; input: Record<string, unknown> };
type Result = (call: Call, index: number) => unknown;

const user = (text: string): LanguageModelV3Message => ({ role: "user", content: [{ type: "text", text }] });

async function partsOf(options: LanguageModelV3CallOptions, model = createScriptedModel({ pace: 0 })) {
  const parts: LanguageModelV3StreamPart[] = [];
  const { stream } = await model.doStream(options);
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
  }
}

const textOf = (parts: LanguageModelV3StreamPart[]) =>
  parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join("");
const callsOf = (parts: LanguageModelV3StreamPart[]) =>
  parts.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, tool: part.toolName, input: JSON.parse(part.input) as Call["input"] }]
      : [],
  );

/** A whole turn: each answer's calls with the results that the test gives them, as the agent loop writes them. */
async function turn(
  request: string,
  resultOf: Result = () => ({}),
  {
    before = [],
    tools = TOOLS,
    system = "You are helpful.",
  }: { before?: LanguageModelV3Message[]; tools?: LanguageModelV3FunctionTool[]; system?: string } = {},
) {
  const prompt: LanguageModelV3Message[] = [{ role: "system", content: system }, ...before, user(request)];
  const steps: Call[][] = [];
  let text = "";
  let count = 0;
  for (let step = 0; step < 12; step++) {
    const parts = await partsOf({ prompt, tools });
    text = textOf(parts);
    const calls = callsOf(parts);
    if (calls.length === 0) return { text, steps, prompt };
    steps.push(calls.map(({ tool, input }) => ({ tool, input })));
    prompt.push({
      role: "assistant",
      content: [
        { type: "text", text },
        ...calls.map(({ id, tool, input }) => ({ type: "tool-call" as const, toolCallId: id, toolName: tool, input })),
      ],
    });
    prompt.push({
      role: "tool",
      content: calls.map((call) => {
        const result = resultOf(call, count++);
        const value = typeof result === "string" ? result : JSON.stringify(result);
        return { type: "tool-result", toolCallId: call.id, toolName: call.tool, output: { type: "text", value } };
      }),
    });
  }
  throw new Error(`The turn does not end: ${JSON.stringify(steps)}`);
}

const firstCalls = async (request: string) => (await turn(request)).steps[0];

const hits = {
  results: [
    {
      id: "1",
      path: "size-limit/README.md",
      title: "Size Limit",
      snippet: "It supports tree shaking of modules.",
      score: 1,
    },
    { id: "2", path: "vite/README.md", title: "Vite", snippet: "Rollup is used for bundling.", score: 0.5 },
  ],
  total: 8,
};
const reading = (path: string, text: string, next: number | null = null) => ({
  path,
  title: `Title of ${path}`,
  text,
  offset: 0,
  length: text.length,
  total: next === null ? text.length : 20_000,
  next,
});
const library: Result = ({ tool, input }) => {
  if (tool === "search_documents") return hits;
  if (tool === "read_document") {
    return reading(
      String(input["path"]),
      "# Head\n\nNothing of interest stands in this paragraph at all.\n\nTree shaking removes the modules that nobody imports.",
    );
  }
  if (tool === "publish_note") {
    return { noteId: "note_1", title: input["title"], publishedAt: "2026-11-21T10:00:00.000Z", total: 3 };
  }
  return { summary: { netPresentValue: 1234.5 } };
};

describe("picking a tool and its arguments", () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["Search the documentation for tree shaking", "search_documents", { query: "tree shaking" }],
    ['Please look for "server components" in the docs', "search_documents", { query: "server components" }],
    ["Search for abort signals, top 3 results", "search_documents", { query: "abort signals", limit: 3 }],
    ["Read zod/README.md", "read_document", { path: "zod/README.md" }],
    ["Find **/CHANGELOG.md", "find_by_name", { name: "**/CHANGELOG.md" }],
    [
      "Analyze zod/README.md: how are errors handled?",
      "analyze_document",
      { path: "zod/README.md", question: "How are errors handled?" },
    ],
    ["Which notes have been published?", "list_notes", {}],
    [
      'Publish a note titled "Hello" saying "The world, and more."',
      "publish_note",
      { title: "Hello", text: "The world, and more." },
    ],
    [
      "What is the NPV of 50,000 that saves 18,000 a year for five years at 8 %?",
      "roi-calculator",
      { initialInvestment: 50_000, annualBenefit: 18_000, years: 5, discountRate: 8 },
    ],
    [
      "Use the ROI calculator with initial investment 70k, running cost 500, years 3, not compound",
      "roi-calculator",
      { initialInvestment: 70_000, annualCost: 500, years: 3, compound: false },
    ],
    ["Convert 26.2 miles to kilometres", "unit-converter", { amount: 26.2, from: "mile", to: "kilometre" }],
    ["How many kilometers are 5 miles?", "unit-converter", { amount: 5, from: "mile", to: "kilometre" }],
    ["350 °F in Celsius", "unit-converter", { amount: 350, from: "fahrenheit", to: "celsius" }],
    ["Convert -40 celsius to fahrenheit", "unit-converter", { amount: -40, from: "celsius", to: "fahrenheit" }],
    [
      "Sort by impact and effort: Faster checkout impact 9 effort 4; Dark mode (impact 3, effort 2)",
      "priority-matrix",
      {
        items: [
          { name: "Faster checkout", impact: 9, effort: 4 },
          { name: "Dark mode", impact: 3, effort: 2 },
        ],
      },
    ],
  ])("%s", async (request, tool, input) => {
    expect(await firstCalls(request)).toEqual([{ tool, input }]);
  });

  it("leaves to the defaults what the request does not say", async () => {
    expect(await firstCalls("Calculate the payback of an investment of 90,000")).toEqual([
      { tool: "roi-calculator", input: { initialInvestment: 90_000 } },
    ]);
  });

  it("does not take a number of the topic for a limit", async () => {
    expect((await firstCalls("Search the documents for React 19"))![0]!.input).toEqual({ query: "React 19" });
  });

  it("keeps to the tools that it is given", async () => {
    const without = TOOLS.filter(({ name }) => name !== "roi-calculator");
    const { steps, text } = await turn("Use the ROI calculator with years 3", () => ({}), { tools: without });
    expect(steps).toEqual([]);
    expect(text).toMatch(/None of the tools here fits that/);
    expect((await turn("Search for tree shaking", () => ({}), { tools: [] })).text).toMatch(/no tools/);
  });

  it("asks for what is missing, rather than inventing it", async () => {
    const { steps, text } = await turn("Publish a note");
    expect(steps).toEqual([]);
    expect(text).toMatch(/I need the \*\*title\*\* and \*\*text\*\*/);
    expect((await turn("Read the document")).text).toMatch(/I need the \*\*path\*\*/);
  });

  it("has an effect only where its verb is said", async () => {
    for (const request of [
      "Write me a poem",
      "What do the notes say that people published?",
      "Who may approve notes?",
    ]) {
      const { steps } = await turn(request, library);
      expect(steps.flat().map(({ tool }) => tool)).not.toContain("publish_note");
    }
  });
});

describe("several steps", () => {
  it("does independent things side by side", async () => {
    const { steps, text } = await turn(
      "Search for tree shaking and compute the ROI of 50,000 over five years",
      library,
    );
    expect(steps).toEqual([
      [
        { tool: "search_documents", input: { query: "tree shaking" } },
        { tool: "roi-calculator", input: { initialInvestment: 50_000, years: 5 } },
      ],
    ]);
    expect(text).toContain("I found **8** documents");
    expect(text).toContain("Net present value: **1,234.5**");
  });

  it("does one thing several times side by side", async () => {
    const { steps } = await turn("Convert 5 miles to km and 10 kg to pounds", library);
    expect(steps).toEqual([
      [
        { tool: "unit-converter", input: { amount: 5, from: "mile", to: "kilometre" } },
        { tool: "unit-converter", input: { amount: 10, from: "kilogram", to: "pound" } },
      ],
    ]);
  });

  it("reads several documents side by side", async () => {
    const { steps } = await turn("Read zod/README.md and vite/README.md", library);
    expect(steps).toEqual([
      [
        { tool: "read_document", input: { path: "zod/README.md" } },
        { tool: "read_document", input: { path: "vite/README.md" } },
      ],
    ]);
  });

  it("waits where one thing needs the other's result", async () => {
    const { steps } = await turn("Search for tree shaking and analyze the best hit", library);
    expect(steps).toEqual([
      [{ tool: "search_documents", input: { query: "tree shaking" } }],
      [
        {
          tool: "analyze_document",
          input: { path: "size-limit/README.md", question: "What does it say about tree shaking?" },
        },
      ],
    ]);
    const second = await turn("Search for tree shaking, then read the second hit", library);
    expect(second.steps[1]).toEqual([{ tool: "read_document", input: { path: "vite/README.md" } }]);
  });

  it("answers a question about no tool from the documents, with quotes and their path", async () => {
    const { steps, text } = await turn("How does tree shaking work?", library);
    expect(steps.flat().map(({ tool }) => tool)).toEqual(["search_documents", "read_document"]);
    expect(text).toContain("`size-limit/README.md`");
    expect(text).toContain("> Tree shaking removes the modules that nobody imports.");
    expect(text).not.toContain("Nothing of interest");
  });

  it("finds out before it publishes, and publishes what it found", async () => {
    const { steps, text } = await turn("Publish a note about tree shaking", library);
    expect(steps.flat().map(({ tool }) => tool)).toEqual(["search_documents", "read_document", "publish_note"]);
    const note = steps[2]![0]!.input;
    expect(note["title"]).toBe("Tree shaking");
    expect(note["text"]).toContain("Tree shaking removes the modules that nobody imports.");
    expect(note["text"]).toContain("size-limit/README.md");
    expect(text).toMatch(/Title: \*\*Tree shaking\*\*/);
  });

  it("goes back to what an earlier turn found", async () => {
    const first = await turn("Search for tree shaking", library);
    const before = [
      ...first.prompt.slice(1),
      { role: "assistant" as const, content: [{ type: "text" as const, text: first.text }] },
    ];
    const second = await turn("Read the best hit", library, { before });
    expect(second.steps).toEqual([[{ tool: "read_document", input: { path: "size-limit/README.md" } }]]);
  });

  it("tries again with the name that an error offers, once", async () => {
    const { steps, text } = await turn("Read zod/READM.md", ({ tool, input }, index) =>
      input["path"] === "zod/README.md"
        ? library({ tool, input }, index)
        : 'Error (tool_error): There is no document "zod/READM.md". Did you mean "zod/README.md", "zod/READ.md"?',
    );
    expect(steps.flat().map(({ input }) => input["path"])).toEqual(["zod/READM.md", "zod/README.md"]);
    expect(text).not.toMatch(/failed/);
    const never = await turn(
      "Read a/b.md",
      () => 'Error (tool_error): There is no document "a/b.md". Did you mean "a/b.md"?',
    );
    expect(never.steps).toHaveLength(1);
  });

  it("does not take the nearest name for one that is not there", async () => {
    const error = 'There is no document "zod/README.md". Did you mean "ai/README.md", "acorn/README.md"?';
    const { steps, text } = await turn("Read zod/README.md", () => `Error (tool_error): ${error}`);
    expect(steps.flat().map(({ input }) => input["path"])).toEqual(["zod/README.md"]);
    expect(text).toContain("failed: There is no document");
  });

  it("does nothing with what was not found, and says so", async () => {
    const { steps, text } = await turn("Search for xylophones and read the best hit", () => ({
      results: [],
      total: 0,
    }));
    expect(steps).toHaveLength(1);
    expect(text).toMatch(/I found nothing for \*xylophones\*/);
    expect(text).toMatch(/I did not read a document/);
  });
});

describe("summing up", () => {
  const end = async (result: string) => (await turn('Publish a note titled "A" saying "B"', () => result)).text;

  it.each([
    ["Error (tool_error): The disk is full.", /\*\*Publish note\*\* failed: The disk is full\./],
    [
      "Denied by the user: not now. Do not try the same again; go on without it.",
      /You denied \*\*Publish note\*\*: “not now\.”, so it did not happen/,
    ],
    ["Denied by the user. Do not try the same again; go on without it.", /You denied \*\*Publish note\*\*/],
    ["Nobody approved this call in time, so it did not run.", /Nobody approved \*\*Publish note\*\* in time/],
    ["The call was cancelled: stopped by ada.", /\*\*Publish note\*\* was cancelled: stopped by ada\./],
    [
      "The call was interrupted while it ran. Whether it had an effect is not known; do not repeat it unasked.",
      /interrupted while it ran, so I don’t know/,
    ],
  ])("says in words that %s", async (result, words) => {
    expect(await end(result)).toMatch(words);
  });

  it("does not repeat a call that was denied or failed", async () => {
    for (const result of [
      "Denied by the user. Do not try the same again; go on without it.",
      "Error (tool_error): no",
    ]) {
      expect((await turn('Publish a note titled "A" saying "B"', () => result)).steps).toHaveLength(1);
    }
  });

  it("stops when the budget is used up, and says so", async () => {
    const { steps, text } = await turn(
      "How does tree shaking work?",
      () =>
        `${JSON.stringify(hits)}\n\nTool budget used up: no calls are left. Synthesise your answer now from what you have.`,
    );
    expect(steps).toHaveLength(1);
    expect(text).toContain("size-limit/README.md");
    expect(text).toMatch(/calls of this turn are used up/);
  });

  it("goes on while the budget only warns", async () => {
    const { steps, text } = await turn(
      "How does tree shaking work?",
      (call, index) =>
        `${JSON.stringify(library(call, index))}\n\nTool budget: 4 calls are left in this run. Wrap up soon.`,
    );
    expect(steps).toHaveLength(2);
    expect(text).toContain("> Tree shaking removes");
  });

  it("shows records as a small table", async () => {
    const rows = Array.from({ length: 9 }, (_, index) => ({
      id: index,
      name: `row | ${index}`,
      amount: index * 1000.5,
      done: index > 4,
    }));
    const { text } = await turn("Which notes have been published?", () => ({ notes: rows, total: 9 }));
    expect(text).toContain("| Name | Amount | Done |\n| --- | ---: | --- |\n| row \\| 0 | 0 | no |");
    expect(text).toContain("| row \\| 5 | 5,002.5 | yes |");
    expect(text).toContain("… and 3 more rows.");
  });

  it("quotes what documents say as text: no markup, link, image or table comes from them", async () => {
    const evil =
      "Tree shaking ![x](https://evil.example/p.png) <img src=x> [click](javascript:alert(1)) | a | `b` _c_\u202E **bold** and so on.";
    const { text } = await turn("How does tree shaking work?", (call, index) =>
      call.tool === "read_document" ? reading("a.md", `# T\n\n${evil}`) : library(call, index),
    );
    expect(text).toContain("> Tree shaking click \\| a \\| b \\_c\\_ bold and so on.");
    expect(text).not.toMatch(/evil|javascript|<img|\u202E|!\[/);
  });
});

describe("as a sub-agent", () => {
  const analyst = TOOLS.filter(({ name }) => ["read_document", "search_documents", "publish_note"].includes(name));
  const task = (question: string) => JSON.stringify({ path: "guide/long.md", question, characters: 20_000 }, null, 2);
  const system = "You are a document analyst.";

  it("reads on in ranges until the document ends, and answers from its text", async () => {
    const texts = [
      "Nothing about the subject stands here, only words.\n\n",
      "Walruses swim in cold water, as everybody knows.",
    ];
    let reads = 0;
    const { steps, text } = await turn(
      task("Where do walruses swim?"),
      ({ tool }) => {
        if (tool !== "read_document") return { results: [], total: 0 };
        const range = reads++;
        return reading("guide/long.md", texts[range]!, range === 0 ? 8000 : null);
      },
      { tools: analyst, system },
    );
    expect(steps[0]).toEqual([
      { tool: "read_document", input: { path: "guide/long.md", offset: 0, length: 8000 } },
      { tool: "search_documents", input: { query: "walruses swim", pathGlob: "guide/long.md" } },
    ]);
    expect(steps[1]).toEqual([{ tool: "read_document", input: { path: "guide/long.md", offset: 8000, length: 8000 } }]);
    expect(steps).toHaveLength(2);
    expect(text).toContain("> Walruses swim in cold water, as everybody knows.");
    expect(text).toContain("`guide/long.md`");
  });

  it("does not read a long document for ever", async () => {
    const { steps, text } = await turn(
      task("Where do walruses swim?"),
      ({ tool, input }) =>
        tool === "read_document"
          ? reading("guide/long.md", "Words, words, and nothing but words are here.", Number(input["offset"]) + 8000)
          : hits,
      { tools: analyst, system },
    );
    expect(steps.flat().filter(({ tool }) => tool === "read_document")).toHaveLength(4);
    expect(text).toMatch(/I found nothing in .* about that/);
    expect(text).toMatch(/first 32,000 of its 20,000|first 32,000/);
  });

  it("publishes where the task asks for it, and not otherwise", async () => {
    const result: Result = (call, index) =>
      call.tool === "read_document"
        ? reading("guide/long.md", "Walruses swim in cold water, as everybody knows.")
        : library(call, index);
    const asked = await turn(task("Where do walruses swim? Publish a note about it."), result, {
      tools: analyst,
      system,
    });
    const note = asked.steps.at(-1)![0]!;
    expect(note.tool).toBe("publish_note");
    expect(note.input["text"]).toContain("Walruses swim in cold water");
    expect(note.input["title"]).toContain("Title of guide/long.md");
    const plain = await turn(task("Where do walruses swim?"), result, { tools: analyst, system });
    expect(plain.steps.flat().map(({ tool }) => tool)).not.toContain("publish_note");
  });
});

describe("the stream", () => {
  const options = { prompt: [user("Search for tree shaking and read zod/README.md")], tools: TOOLS };

  it("says a sentence, then streams each call's arguments in small pieces", async () => {
    const parts = await partsOf(options);
    const types = parts.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    const call = ["tool-input-start", "tool-input-delta", "tool-input-end", "tool-call"];
    expect(types).toEqual([
      "stream-start",
      "response-metadata",
      "text-start",
      "text-delta",
      "text-end",
      ...call,
      ...call,
      "finish",
    ]);
    const calls = parts.filter((part) => part.type === "tool-call");
    for (const { toolCallId, input } of calls) {
      const deltas = parts.flatMap((part) =>
        part.type === "tool-input-delta" && part.id === toolCallId ? [part.delta] : [],
      );
      expect(deltas.join("")).toBe(input);
      expect(deltas.length).toBeGreaterThan(1);
    }
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    expect(parts.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(3);
    const finish = parts.at(-1);
    expect(finish).toMatchObject({ type: "finish", finishReason: { unified: "tool-calls" } });
    if (finish?.type !== "finish") throw new Error("No finish.");
    expect(finish.usage.inputTokens.total).toBeGreaterThan(500);
    expect(finish.usage.outputTokens.total).toBeGreaterThan(10);
  });

  it("is the same for the same prompt, but for the ids of its calls", async () => {
    let id = 0;
    const one = await partsOf(options, createScriptedModel({ pace: 0, createId: () => `c${id++}` }));
    id = 0;
    expect(await partsOf(options, createScriptedModel({ pace: 0, createId: () => `c${id++}` }))).toEqual(one);
    const ids = callsOf(await partsOf(options)).map((call) => call.id);
    expect(callsOf(await partsOf(options)).map((call) => call.id)).not.toEqual(ids);
  });

  it("says the same when it does not stream", async () => {
    const result = await createScriptedModel({ createId: () => "c" }).doGenerate(options);
    const parts = await partsOf(options);
    expect(result.content[0]).toEqual({ type: "text", text: textOf(parts) });
    expect(result.content.slice(1)).toHaveLength(2);
  });

  it("keeps its pace, and stops at once when it is aborted", async () => {
    const abort = new AbortController();
    const model = createScriptedModel({ pace: 60_000 });
    const { stream } = await model.doStream({ ...options, abortSignal: abort.signal });
    const reader = stream.getReader();
    const read = (async () => {
      for (;;) if ((await reader.read()).done) return;
    })();
    setTimeout(() => abort.abort(), 20);
    const began = Date.now();
    await expect(read).rejects.toThrow(/abort/i);
    expect(Date.now() - began).toBeLessThan(1000);
    await expect(model.doStream({ ...options, abortSignal: abort.signal })).rejects.toThrow(/abort/i);
  });

  it("makes no call where none is allowed", async () => {
    expect(callsOf(await partsOf({ ...options, toolChoice: { type: "none" } }))).toEqual([]);
  });

  it("answers a greeting with what it can do", async () => {
    const text = textOf(await partsOf({ prompt: [user("hello")], tools: TOOLS }));
    expect(text).toMatch(/^Hello!/);
    expect(text.match(/^- \*\*/gm)).toHaveLength(3);
    expect(text).toContain("“Search documents for tree shaking”");
  });

  it("has examples that it follows itself", async () => {
    const text = textOf(await partsOf({ prompt: [user("what can you do?")], tools: TOOLS }));
    const examples = [...text.matchAll(/^- \*\*([^*]+)\*\*.*“([^”]+)”$/gm)];
    expect(examples).toHaveLength(3);
    for (const [, label, example] of examples) {
      const { steps } = await turn(example!, library);
      const used = steps.flat().map(({ tool }) => tool.replace(/[_-]/g, " "));
      expect(used).toContain(label!.toLowerCase());
    }
  });

  it("takes a long and twisted message in good time", async () => {
    for (const text of [
      "a/".repeat(2000),
      "1,".repeat(2000),
      '"'.repeat(4000),
      "impact 1 ".repeat(500),
      "x: ".repeat(1500),
      "[".repeat(4000),
      "and search ".repeat(400),
    ]) {
      const began = performance.now();
      await partsOf({ prompt: [user(text)], tools: TOOLS });
      expect(performance.now() - began).toBeLessThan(1000);
    }
  });
});
