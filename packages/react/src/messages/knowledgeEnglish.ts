import type { Translation } from "./translation.ts";

/** What tools answer about documents: passages, folders, and a reader. */
export const knowledgeEnglish = {
  "knowledge.nothing": "Nothing was found. Other words, or fewer, may find more.",
  "knowledge.hasImage": "With a picture",
  "knowledge.all": { one: "Show {count} passage", other: "Show all {count} passages" },
  "knowledge.fewer": "Show fewer",
  "knowledge.noEntries": "There is nothing here.",
  "knowledge.folder": "Folder",
  "knowledge.document": "Document",
  "knowledge.unread": "Not read",
  "knowledge.entries": { one: "{count} entry", other: "{count} entries" },
  "knowledge.characters": { one: "{count} character", other: "{count} characters" },
  "knowledge.documents": { one: "{count} document", other: "{count} documents" },
  "knowledge.text": "Text of the document",
  "knowledge.contents": "Contents",
  "knowledge.part": "{from} to {to} of {total}: the rest is read when it is asked for.",
} satisfies Record<string, Translation>;
