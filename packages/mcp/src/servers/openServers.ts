import type { AddedServer, AddedServers, NewServer } from "./addedServers.ts";
import type { OpenedServer } from "./openServer.ts";

/** Whose servers: a tenant, or nobody. */
export interface ServersOf {
  tenantId?: string | null | undefined;
  tenantSlug?: string | null | undefined;
}

/** A server as a tenant has it. */
export interface TenantServer extends OpenedServer {
  /** Whether the tenant has added it by a page. */
  isAdded: boolean;
}

/** The servers that a host keeps connections to: those that it was given, and those that tenants have added. */
export interface OpenServers {
  /** Those of a tenant, in the order of its sources. */
  of(tenant: ServersOf): TenantServer[];
  /** The one on which a call of a tenant has run, by its name. */
  find(tenantId: string | null | undefined, name: string): OpenedServer | undefined;
  /** Resolves when each has come to something. */
  start(): Promise<void>;
  /** Opens what was added elsewhere, and closes what was removed there. */
  follow(): Promise<void>;
  /** Adds a server, and resolves when its first attempt has come to something or takes long. */
  add(tenantId: string, userId: string | null, server: NewServer): Promise<TenantServer>;
  remove(tenantId: string, name: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface OpenServersOptions {
  given: readonly OpenedServer[];
  added: AddedServers;
  openAdded: (added: AddedServer) => OpenedServer;
  onProblem: (message: string) => void;
}

/** How long whoever adds a server waits for its first answer; it connects on after that. */
const FIRST_LOOK_MS = 10_000;

export function createOpenServers({ given, added, openAdded, onProblem }: OpenServersOptions): OpenServers {
  const opened = new Map<string, { tenantId: string; open: OpenedServer; started: Promise<void> }>();
  const told = new Set<string>();
  const removed = new Set<string>();
  let isClosed = false;
  let following: Promise<void> | undefined;

  const begin = (one: AddedServer) => {
    const { id, tenantId } = one;
    const known = opened.get(id);
    if (known) return known;
    const open = openAdded(one);
    const entry = { tenantId, open, started: open.connection.start() };
    opened.set(id, entry);
    return entry;
  };
  const end = async (id: string) => {
    const entry = opened.get(id);
    opened.delete(id);
    removed.add(id);
    await entry?.open.connection.close();
  };
  const read = async () => {
    // What is added while this reads is not among what it finds.
    const before = [...opened.keys()];
    const { servers, problems } = await added.all();
    if (isClosed) return;
    for (const problem of problems.filter((each) => !told.has(each))) {
      told.add(problem);
      onProblem(problem);
    }
    const there = new Set(servers.map(({ id }) => id));
    for (const server of servers) if (!removed.has(server.id)) begin(server);
    await Promise.all(before.filter((id) => !there.has(id)).map(end));
  };
  const follow = () => (following ??= read().finally(() => (following = undefined)));

  return {
    of({ tenantId, tenantSlug }) {
      const own = given.filter(
        ({ server: { tenantSlugs } }) => !tenantSlugs || (tenantSlug && tenantSlugs.includes(tenantSlug)),
      );
      const names = new Set(own.map(({ server }) => server.name));
      const more = [...opened.values()].filter(
        // A name that the operator has given since is the operator's.
        ({ tenantId: owner, open }) => owner === tenantId && !names.has(open.server.name),
      );
      return [
        ...own.map((open) => {
          const signIn = open.signIn?.tenantSlug === tenantSlug ? open.signIn : undefined;
          return { ...open, signIn, isAdded: false };
        }),
        ...more.map(({ open }) => ({ ...open, isAdded: true })),
      ];
    },
    find(tenantId, name) {
      const added = [...opened.values()].find(
        ({ tenantId: owner, open }) => owner === tenantId && open.server.name === name,
      );
      const named = given.filter(({ server }) => server.name === name);
      // As `of` has it: what everybody is given stands before what the tenant has added.
      return named.find(({ server }) => !server.tenantSlugs) ?? added?.open ?? named[0];
    },
    async start() {
      const starting = given.map(({ connection }) => connection.start());
      await follow();
      await Promise.all([...starting, ...[...opened.values()].map(({ started }) => started)]);
    },
    follow,
    async add(tenantId, userId, server) {
      const { open, started } = begin(await added.add(tenantId, userId, server));
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_LOOK_MS)));
      await Promise.race([started, patience]);
      clearTimeout(timer);
      return { ...open, isAdded: true };
    },
    async remove(tenantId, name) {
      const isRemoved = await added.remove(tenantId, name);
      const gone = [...opened].filter(
        ([, { tenantId: owner, open }]) => isRemoved && owner === tenantId && open.server.name === name,
      );
      await Promise.all(gone.map(([id]) => end(id)));
      return isRemoved;
    },
    async close() {
      isClosed = true;
      await following?.catch(() => {});
      await Promise.all([...given.map(({ connection }) => connection.close()), ...[...opened.keys()].map(end)]);
    },
  };
}
