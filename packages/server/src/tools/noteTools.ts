import type { ToolDefinition } from "@callboard/core";
import type { Note, Notes } from "../modules/notes/notes.ts";
import { limitField, listing } from "./listing.ts";
import { messages } from "./messages.ts";
import { tenantOf } from "./tenantOf.ts";

/** `publish_note`, which asks before an agent's call runs, and `list_notes`, which shows what was published. */
export function noteTools(notes: Notes): ToolDefinition[] {
  const available: ToolDefinition["available"] = ({ tenantId }) => !!tenantId;
  const shared = { category: "notes", origin: "platform", available } as const;

  const publishNote: ToolDefinition<{ title: string; text: string }> = {
    ...shared,
    slug: "publish_note",
    name: "Publish Note",
    userDescription: "Publishes a note that everybody of this workspace can read.",
    messages,
    description:
      "Publishes a note that everybody of this workspace can read. Use it only where the person asked for one to be published. " +
      "A person sees the whole note, may edit it, and has to approve it before it appears; a denial is final, do not try again. " +
      "Write the `text` in Markdown and let it stand by itself: say what was found and in which document. A published note cannot be changed or withdrawn.",
    icon: "megaphone",
    permissionPolicy: "always_ask",
    examples: ["Publish a note about how zod handles transforms"],
    aliases: ["leave-a-note", "note-for-the-team", "write-a-note", "share-a-note"],
    inputSchema: {
      type: "object",
      properties: {
        title: {
          type: "string",
          minLength: 1,
          maxLength: 120,
          title: "Title",
          description: "A few words that name what the note is about.",
        },
        text: { type: "string", minLength: 1, maxLength: 20_000, title: "Text", description: "The note, in Markdown." },
      },
      required: ["title", "text"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        noteId: { type: "string", title: "Note" },
        title: { type: "string", title: "Title" },
        publishedAt: { type: "string", format: "date-time", title: "Published" },
        total: { type: "integer", title: "Notes published in all" },
      },
      required: ["noteId", "title", "publishedAt", "total"],
    },
    summary: ({ title }) => title,
    async execute({ title, text }, { tenantId, sessionId, callId, userId }) {
      const { note, total } = await notes.publish(tenantOf(tenantId), { sessionId, callId, userId }, { title, text });
      return { noteId: note.noteId, title: note.title, publishedAt: dateTime(note), total };
    },
    formSpec: {
      submitLabel: "Publish",
      sections: [{ fields: [{ key: "title" }, { key: "text", variant: "multiline" }] }],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "Published",
          config: {
            fields: [
              { key: "title", label: "Title", format: "plain" },
              { key: "publishedAt", label: "Published", format: "datetime" },
              { key: "total", label: "Notes published in all", format: "number" },
            ],
          },
        },
      ],
    },
  };

  const listNotes: ToolDefinition<{ limit: number }> = {
    ...shared,
    slug: "list_notes",
    name: "List Notes",
    userDescription: "Shows the notes that were published in this workspace, the newest first.",
    messages,
    description:
      "Shows the notes that have been published in this workspace, the newest first, with their whole text. " +
      "Use it before you publish, to see whether such a note exists already. `total` says how many there are in all.",
    icon: "notebook-text",
    examples: ["Which notes have been published?", "Show me the notes"],
    aliases: ["my-notes", "our-notes"],
    inputSchema: {
      type: "object",
      properties: {
        limit: limitField(100, 10, "How many notes to list."),
      },
      additionalProperties: false,
    },
    summary: ({ limit: count = 10 }) => ({ template: "the newest {count}", values: { count } }),
    phrases: ["the newest {count}"],
    async execute({ limit = 10 }, { tenantId }) {
      const found = await notes.list(tenantOf(tenantId), limit);
      return {
        notes: found.notes.map((note) => ({
          noteId: note.noteId,
          title: note.title,
          text: note.text,
          publishedAt: dateTime(note),
        })),
        total: found.total,
      };
    },
    formSpec: { submitLabel: "List", sections: [{ fields: [{ key: "limit" }] }] },
    ...listing({
      rows: "notes",
      label: "Notes",
      row: {
        noteId: { type: "string", title: "Note" },
        title: { type: "string", title: "Title" },
        text: { type: "string", title: "Text" },
        publishedAt: { type: "string", format: "date-time", title: "Published" },
      },
      columns: { title: "plain", text: "plain", publishedAt: "datetime" },
      counts: { total: { title: "Notes in all", label: "Notes" } },
      countsLabel: "In all",
    }),
  };

  return [publishNote, listNotes];
}

function dateTime(note: Note): string {
  return new Date(note.publishedAt).toISOString();
}
