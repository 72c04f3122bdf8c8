import type { AgentNote } from "@callboard/core/client";
import type { AdjustAgent } from "@callboard/server";
import type { AgentRows } from "./agentRows.ts";

/** So many lessons and corrections are told, the newest, in no more characters than this. */
const MOST_TOLD = 60;
const LONGEST_TOLD = 12_000;

/** An agent as its tenant has it: with the instructions and tools that it says, and what people have taught it. */
export function adjustAgent(rows: Pick<AgentRows, "config" | "notes">): AdjustAgent {
  return async (agent, { tenantId }) => {
    if (!tenantId) return agent;
    const [{ config }, notes] = await Promise.all([
      rows.config(tenantId, agent.slug),
      rows.notes(tenantId, agent.slug, MOST_TOLD),
    ]);
    const taught = taughtText(notes);
    const said = config.instructions ?? agent.instructions;
    return { ...agent, ...config, instructions: taught === "" ? said : `${said}\n\n${taught}` };
  };
}

type Told = Pick<AgentNote, "kind" | "wrong" | "said">;

/** What people have taught, in the order in which they did: providers keep a prompt whose beginning stays the same. */
export function taughtText(newestFirst: readonly Told[]): string {
  let room = LONGEST_TOLD;
  const told: Told[] = [];
  for (const note of newestFirst) {
    room -= lineOf(note).length;
    if (room < 0) break;
    told.unshift(note);
  }
  const listed = (kind: AgentNote["kind"]) => told.filter((note) => note.kind === kind).map(lineOf);
  const [lessons, corrections] = [listed("lesson"), listed("correction")];
  return [
    ...(lessons.length > 0 ? ["People here have taught you this. Keep to it:", ...lessons] : []),
    ...(corrections.length > 0
      ? ["People here have corrected answers of yours. Do not repeat what was wrong:", ...corrections]
      : []),
  ].join("\n");
}

const lineOf = ({ wrong, said }: Told): string =>
  wrong === null ? `- ${said}` : `- Wrong: ${JSON.stringify(wrong)}. Right: ${JSON.stringify(said)}.`;
