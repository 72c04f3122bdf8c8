import { createHost, HostRefusal, tenantRows, type HostModule, type HostOptions } from "@callboard/server";

/** A board of each tenant, which people with `board.write` pin notes to. */
const boardModule: HostModule = {
  name: "board",
  migrations: [
    {
      version: 1,
      name: "pinned notes",
      sql: `
        create table callboard.board_notes (tenant_id uuid not null, text text not null);
        ${tenantRows("board_notes", "select, insert")}`,
    },
  ],
  refusals: { board_full: 507 },
  open({ store: { database } }) {
    const notesOf = (tenantId: string) =>
      database.asTenant(tenantId, (tx) => tx.query<{ text: string }>("select text from callboard.board_notes"));
    return {
      routes: [
        {
          method: "GET",
          path: "/api/board",
          authority: "tenant",
          handle: async ({ actor }) => Response.json(await notesOf(actor.tenantId)),
        },
        {
          method: "POST",
          path: "/api/board",
          permission: "board.write",
          async handle({ request, actor: { tenantId } }) {
            if ((await notesOf(tenantId)).length >= 20) {
              throw new HostRefusal("board_full", "The board holds 20 notes. Take one down first.");
            }
            await database.asTenant(tenantId, async (tx) => {
              await tx.query("insert into callboard.board_notes values ($1::uuid, $2)", [
                tenantId,
                await request.text(),
              ]);
            });
            return new Response(null, { status: 204 });
          },
        },
      ],
      // A tool reads it in `available: ({ facts }) => …`.
      facts: async ({ tenantId }) => ({ notes: tenantId ? (await notesOf(tenantId)).length : 0 }),
    };
  },
};

export const hostWithBoard = (options: HostOptions) => createHost({ ...options, modules: [boardModule] });
