import type { ToolPreview } from "@callboard/core/client";
import { isRecord } from "../../isRecord.ts";

/** A preview as a log has it, where it is one of a tool; a log may hold anything. */
export function readToolPreview(preview: unknown): ToolPreview | undefined {
  if (!isRecord(preview) || preview["kind"] !== "tool") return undefined;
  const { act, tool, changes, revision = null } = preview;
  if (act !== "create" && act !== "update" && act !== "delete") return undefined;
  if (!isRecord(tool) || !Array.isArray(changes)) return undefined;
  const { slug, name, description, userDescription = null, category, icon, inputSchema, isOn = true } = tool;
  const texts = { slug, name, description, category, icon };
  if (!isTexts(texts) || !isRecord(inputSchema) || typeof isOn !== "boolean") return undefined;
  return {
    kind: "tool",
    act,
    tool: {
      ...texts,
      userDescription: typeof userDescription === "string" ? userDescription : null,
      inputSchema,
      isOn,
    },
    changes: changes.filter(isChange),
    revision: typeof revision === "string" ? revision : null,
  };
}

const isChange = (change: unknown): change is ToolPreview["changes"][number] =>
  isRecord(change) && typeof change["path"] === "string";

function isTexts<Name extends string>(texts: Record<Name, unknown>): texts is Record<Name, string> {
  return Object.values(texts).every((text) => typeof text === "string");
}
