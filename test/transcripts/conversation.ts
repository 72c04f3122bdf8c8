/**
 * One chat, as it happened: two turns, with everything that a wire may have to carry. Each wire's file tells it in its
 * own words; what comes out has to be the same tree.
 */
export interface Turn {
  messageId: string;
  prompt: string;
  agent: AgentScript;
  /** The person stopped it while its last call ran. */
  isCancelled?: boolean;
}

export interface AgentScript {
  /** Sub-agents are called something; a turn's own agent is not. */
  name?: string;
  answers: Answer[];
}

/** One answer of the model; its calls run side by side, and the next answer follows when they are over. */
export interface Answer {
  id: string;
  think?: string;
  say?: string;
  calls?: CallScript[];
}

export interface CallScript {
  id: string;
  tool: string;
  input: Record<string, unknown>;
  ask?: { id: string; approved: boolean; input?: Record<string, unknown>; reason?: string };
  progress?: { progress: number; total: number; message: string };
  /** What it shows before it ends: pieces of one text. */
  partialOutput?: string[];
  agent?: AgentScript;
  /** A call has one of the two, or was running when its turn was cancelled. */
  output?: unknown;
  error?: string;
}

/** The tokens of each answer. */
export const usage = { inputTokens: 10, outputTokens: 20 };

const reader: AgentScript = {
  name: "reader",
  answers: [
    { id: "a6", say: "I open it.", calls: [{ id: "c8", tool: "read", input: { page: 3 }, output: { words: 120 } }] },
    { id: "a7", say: "It says thirty days. 📄" },
  ],
};

const researcher: AgentScript = {
  name: "researcher",
  answers: [
    {
      id: "a4",
      say: "I look into the rules.",
      calls: [{ id: "c6", tool: "lookup", input: { term: "refund" }, output: { rules: ["§1", "§2"] } }],
    },
    {
      id: "a5",
      calls: [
        {
          id: "c7",
          tool: "store",
          input: { key: "refund" },
          ask: { id: "ask-c7", approved: true },
          output: { stored: true },
        },
      ],
    },
    {
      id: "a8",
      calls: [{ id: "c9", tool: "delegate", input: { task: "Read page 3" }, agent: reader, output: lastWords(reader) }],
    },
    { id: "a9", say: "Thirty days, by page 3." },
  ],
};

export const conversation: Turn[] = [
  {
    messageId: "m1",
    prompt: "Publish a note on refunds. 🧾",
    agent: {
      answers: [
        {
          id: "a1",
          think: "Ångström first, then 漢字. 🤔",
          say: "Let me look it up.",
          calls: [
            {
              id: "c1",
              tool: "search",
              input: { query: 'refund "policy"\n', limits: [3, 2.5, null], deep: { on: true } },
              progress: { progress: 2, total: 3, message: "Two of three" },
              partialOutput: ["one hit", ", two hits"],
              output: { hits: ["one", "two", "three"] },
            },
            { id: "c2", tool: "fetch", input: { path: "/refunds" }, error: "The page is gone." },
          ],
        },
        {
          id: "a2",
          say: "I may write it now.",
          calls: [
            {
              id: "c3",
              tool: "publish",
              input: { title: "Refunds" },
              ask: { id: "ask-c3", approved: true, input: { title: "Refunds, at last" } },
              output: { url: "/notes/1" },
            },
            {
              id: "c4",
              tool: "remove",
              input: { title: "Old note" },
              ask: { id: "ask-c4", approved: false, reason: "Keep the old one." },
            },
          ],
        },
        {
          id: "a3",
          calls: [
            {
              id: "c5",
              tool: "research",
              input: { task: "Refunds" },
              agent: researcher,
              output: lastWords(researcher),
            },
          ],
        },
        { id: "a10", say: "All is done. ✅" },
      ],
    },
  },
  {
    messageId: "m2",
    prompt: "Now count to a million.",
    isCancelled: true,
    agent: {
      answers: [{ id: "a11", say: "I count.", calls: [{ id: "c10", tool: "count", input: { to: 1_000_000 } }] }],
    },
  },
];

/**
 * The same chat with a model that numbers the calls of each answer, or turn, from zero; agents below one another have
 * other ids.
 */
export function renumbered(turns: readonly Turn[], each: "answer" | "turn"): Turn[] {
  const numbered = (agent: AgentScript, depth: number): AgentScript => {
    let count = 0;
    const answers = agent.answers.map((answer) => {
      if (each === "answer") count = 0;
      const calls = answer.calls?.map((call) => ({
        ...call,
        id: `${depth}.${count++}`,
        ...(call.agent && { agent: numbered(call.agent, depth + 1) }),
      }));
      return { ...answer, ...(calls && { calls }) };
    });
    return { ...agent, answers };
  };
  return turns.map((turn) => ({ ...turn, agent: numbered(turn.agent, 0) }));
}

/** What an agent said last: what the call that started it answers with. */
function lastWords(agent: AgentScript): string {
  return agent.answers.findLast(({ say }) => say !== undefined)?.say ?? "";
}

/** A text in the pieces that a model streams it in; no character is cut in two. */
export function pieces(text: string, size = 4): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
}

/** The arguments of calls that stream side by side, a piece of each in turn. */
export function sideBySide(calls: readonly CallScript[]): { call: CallScript; delta: string }[] {
  const lists = calls.map((call) => pieces(JSON.stringify(call.input), 5));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    calls.flatMap((call, index) => {
      const delta = lists[index]![at];
      return delta === undefined ? [] : [{ call, delta }];
    }),
  );
}
