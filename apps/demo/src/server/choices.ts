import type { Choice } from "@callboard/core";

/** Who writes for the demo's content desk, and what about: what its fields find. */
export const AUTHORS: readonly Choice[] = [
  ["ada", "Ada Lovelace", "Engineering"],
  ["grace", "Grace Hopper", "Engineering"],
  ["katherine", "Katherine Johnson", "Research"],
  ["radia", "Radia Perlman", "Networks"],
  ["zoe", "Zoë Müller", "Marketing"],
  ["amina", "أمينة حسن", "Marketing"],
].map(([value = "", label = "", description = ""]) => ({ value, label, description }));

export const TOPICS: readonly Choice[] = [
  "Accessibility",
  "Agents",
  "Company",
  "Design",
  "Engineering",
  "Events",
  "Releases",
  "Security",
  "Tutorials",
].map((label) => ({ value: label.toLowerCase(), label }));
