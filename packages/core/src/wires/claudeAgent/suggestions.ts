import type { ApprovalOffer } from "../../events/event.ts";
import { isRecord, textsIn } from "../../json/record.ts";

/** How far the updates of each destination go, from the nearest on. */
const REACHES: Readonly<Record<string, NonNullable<ApprovalOffer["reach"]>>> = {
  session: "session",
  cliArg: "session",
  localSettings: "project",
  projectSettings: "project",
  userSettings: "always",
};
const ORDER = ["session", "project", "always"] as const;

/** The id of the one offer: an agent's suggestions are taken together, so that it asks for none of this again. */
export const SUGGESTED = "suggested";

/**
 * What `permission_suggestions` would allow from now on, as one offer in the agent's own notation; undefined where
 * there are none, and where one of them does anything but allow.
 */
export function offerOf(suggestions: unknown): ApprovalOffer | undefined {
  if (!Array.isArray(suggestions) || suggestions.length === 0) return undefined;
  const parts = suggestions.map((one) => (isRecord(one) ? partsOf(one) : null));
  const reaches = suggestions.map((one) => (isRecord(one) ? REACHES[String(one["destination"])] : undefined));
  if (parts.some((part) => part === null || part.length === 0) || reaches.includes(undefined)) return undefined;
  const reach = ORDER.findLast((one) => reaches.includes(one))!;
  return { id: SUGGESTED, rule: [...new Set(parts.flatMap((part) => part!))].join(" · "), reach };
}

/** What an update allows; null for one that does something else. */
function partsOf(update: Record<string, unknown>): string[] | null {
  const { type, behavior, rules, directories, mode } = update;
  if (type === "addRules" && behavior === "allow" && Array.isArray(rules)) {
    return rules.filter(isRecord).map(({ toolName, ruleContent }) => {
      const content = typeof ruleContent === "string" && ruleContent !== "" ? `(${ruleContent})` : "";
      return `${String(toolName)}${content}`;
    });
  }
  if (type === "addDirectories") return textsIn(Array.isArray(directories) ? directories : []);
  // Any other mode takes something away, or asks for nothing at all any more.
  return type === "setMode" && mode === "acceptEdits" ? [mode] : null;
}
