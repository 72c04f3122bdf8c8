import { randomUUID } from "node:crypto";
import type { Actor, Kernel } from "@callboard/server";

type Tenant = Pick<Actor, "tenantId" | "tenantSlug">;

/** Tells those who listen that the tools of their tenant are others than before. */
export interface ToolWatch {
  /** Resolves when the tools of a tenant are known: who begins to listen within a second hears what changed since. */
  ready(tenant: Tenant): Promise<void>;
  /** Calls the listener after each change; returns what ends that. */
  watch(tenant: Tenant, listener: () => void): () => void;
  close(): void;
}

/**
 * How often the tools of a tenant are looked at while somebody listens. A catalog does not announce a change:
 * what its sources, switches and facts say is read when asked, and another process may have changed it.
 */
const LOOK_MS = 1_000;

interface Watched {
  listeners: Set<() => void>;
  /** Looks now, after what looks already, and tells of a change. */
  look(): Promise<void>;
  /** Somebody is about to listen. */
  isExpected: boolean;
}

/** Watches the tools of tenants, each for as long as somebody listens. */
export function createToolWatch(kernel: Pick<Kernel, "access" | "catalog" | "onProblem">): ToolWatch {
  const tenants = new Map<string, Watched>();
  const timers = new Set<NodeJS.Timeout>();

  function begin(tenant: Tenant): Watched {
    const listeners = new Set<() => void>();
    let before: string | undefined;
    let isTold = false;
    let looks = Promise.resolve();
    const lookOnce = async () => {
      try {
        const now = await stateOf(kernel, tenant);
        const isOther = before !== undefined && now !== before;
        before = now;
        isTold = false;
        if (isOther) for (const listener of [...listeners]) listener();
      } catch (error) {
        // A database that is away for long is told of once.
        if (!isTold) kernel.onProblem("The tools that MCP clients listen to could not be read.", error);
        isTold = true;
      }
    };
    const look = () => (looks = looks.then(lookOnce));
    return { listeners, look, isExpected: false };
  }

  function lookLater(tenantId: string, watched: Watched): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (tenants.get(tenantId) !== watched) return;
      const isWanted = watched.listeners.size > 0 || watched.isExpected;
      watched.isExpected = false;
      if (isWanted) void watched.look().then(() => lookLater(tenantId, watched));
      else tenants.delete(tenantId);
    }, LOOK_MS);
    timer.unref();
    timers.add(timer);
  }

  const watchedOf = (tenant: Tenant): Watched => {
    const { tenantId } = tenant;
    const known = tenants.get(tenantId);
    if (known) return known;
    const watched = begin(tenant);
    tenants.set(tenantId, watched);
    lookLater(tenantId, watched);
    return watched;
  };

  return {
    ready(tenant) {
      const watched = watchedOf(tenant);
      watched.isExpected = true;
      return watched.look();
    },
    watch(tenant, listener) {
      const { listeners } = watchedOf(tenant);
      // Who listens twice hears it twice, and ends each by itself.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      tenants.clear();
    },
  };
}

/** All that says which tools the people of a tenant have, in one text: another content is another text. */
async function stateOf({ access, catalog }: Pick<Kernel, "access" | "catalog">, tenant: Tenant): Promise<string> {
  const { tenantId, tenantSlug } = tenant;
  const asked = { tenantId, tenantSlug, userId: null, spaceId: null, requestId: randomUUID() };
  const context = await access.contextFor({ ...asked, source: "agent" });
  const tools = await catalog.allFor(context);
  const { switches, bundles, facts } = context;
  return JSON.stringify([
    tools.map(({ slug, version, icon }) => `${slug} ${version} ${icon}`).toSorted(),
    [...(switches?.enabled ?? [])].toSorted(),
    [...(switches?.disabled ?? [])].toSorted(),
    [...(bundles ?? [])].toSorted(),
    facts,
  ]);
}
