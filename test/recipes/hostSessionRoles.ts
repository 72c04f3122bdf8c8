import {
  createHost,
  HostRefusal,
  tenantRows,
  type HostModule,
  type HostOptions,
  type SessionRole,
} from "@callboard/server";

/** Sessions that people share: their owners invite others. */
const rolesModule: HostModule = {
  name: "roles",
  migrations: [
    {
      version: 1,
      name: "who is invited to which session",
      sql: `
        create table callboard.roles_invited (
          tenant_id uuid not null, session_id text not null, user_id text not null, role text not null,
          primary key (tenant_id, session_id, user_id),
          foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id) on delete cascade
        );
        ${tenantRows("roles_invited", "select, insert")}`,
    },
  ],
  open({ store: { database, sessions }, sessionAccess }) {
    return {
      async roleIn({ userId }, { tenantId, sessionId }) {
        const [row] = await database.asTenant(tenantId, (tx) =>
          tx.query<{ role: SessionRole }>(
            "select role from callboard.roles_invited where session_id = $1 and user_id = $2",
            [sessionId, userId],
          ),
        );
        return row?.role;
      },
      routes: [
        {
          method: "POST",
          path: "/api/sessions/:id/writers/:person",
          authority: "session",
          async handle(request) {
            const { id: sessionId = "", person } = request.params;
            const { tenantId } = request.actor;
            const session = await sessions.find({ tenantId, sessionId });
            if (!session) throw new HostRefusal("session_not_found", "There is no such session here.");
            if (!(await sessionAccess.mayManage(request, { sessionId, userId: session.userId }))) {
              throw new HostRefusal("not_yours", "Only the owners of a session invite to it.");
            }
            await database.asTenant(tenantId, (tx) =>
              tx.query(
                "insert into callboard.roles_invited values ($1::uuid, $2, $3, 'writer') on conflict do nothing",
                [tenantId, sessionId, person],
              ),
            );
            return new Response(null, { status: 204 });
          },
        },
      ],
    };
  },
};

export const hostWithRoles = (options: HostOptions) => createHost({ ...options, modules: [rolesModule] });
