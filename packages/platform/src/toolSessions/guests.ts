import { randomUUID } from "node:crypto";
import { neededPermissions } from "@callboard/core";
import {
  bearerOf,
  hashToken,
  HostRefusal,
  HttpError,
  type Actor,
  type Admission,
  type Kernel,
  type MatchedRoute,
  type SessionOfPerson,
} from "@callboard/server";
import { TOKEN_PREFIX, type OpenedLink, type ToolSessionRows } from "./toolSessionRows.ts";

/** The header in which a guest's page says the key that it keeps, so that its guest is the same one the next time. */
const GUEST_HEADER = "x-callboard-guest";

/** How often a host looks whether a link that somebody reads with was withdrawn on another one. */
const LOOK_MS = 5_000;
/** What one link's guests may submit a minute, together. */
const PER_LINK = 120;

/** Who came by a link, and the key by which they come again. */
export interface Guests {
  /** Whom a link's token names; undefined where a request shows another credential. */
  authenticate(request: Request, route: MatchedRoute | undefined): Promise<Admission | undefined>;
  roleIn(actor: Actor, session: SessionOfPerson): Promise<"reader" | undefined>;
  /** A guest's key, and what their link lets them do; undefined for a person of the tenant. */
  guestOf(actor: Actor): Guest | undefined;
  close(): void;
}

export interface Guest {
  key: string;
  link: OpenedLink;
}

export function createGuests({ catalog, limits }: Kernel, rows: ToolSessionRows): Guests {
  /** By the actor that was made for one request: nobody becomes a guest by a user id that looks like one. */
  const guests = new WeakMap<Actor, Guest>();
  const ends = new Map<string, AbortController>();
  const closing = new AbortController();

  /** Aborts when a link ends: by its time, or withdrawn, also on another host. */
  function untilEnd(token: string, { id }: OpenedLink): AbortSignal {
    const known = ends.get(id);
    if (known) return known.signal;
    const end = new AbortController();
    ends.set(id, end);
    const timer = setInterval(async () => {
      const link = await rows.openLink(token).catch(() => undefined);
      if (link === null) end.abort();
    }, LOOK_MS);
    timer.unref();
    const stop = () => {
      clearInterval(timer);
      ends.delete(id);
    };
    end.signal.addEventListener("abort", stop, { once: true });
    closing.signal.addEventListener("abort", stop, { once: true });
    return end.signal;
  }

  return {
    async authenticate(request, route) {
      const token = bearerOf(request);
      if (!token?.startsWith(TOKEN_PREFIX)) return undefined;
      const link = await rows.openLink(token);
      const session = link && (await rows.find(link.tenantId, link.sessionId));
      if (!link || !session) throw linkEnded();
      const { tenantId, tenantSlug, sessionId, role } = link;
      const mayRun = role === "submit";
      if (!reaches(route, { slug: session.tool_slug, sessionId, mayRun })) {
        const message = `This link opens one session, to ${mayRun ? "fill in its tool and read" : "read"}. This request is for something else.`;
        throw new HostRefusal("session_link_not_in_scope", message);
      }
      const wait = route?.action === "run" ? limits.take(`tool session link ${link.id}`, PER_LINK) : 0;
      if (wait > 0) {
        const message = `Many guests submit at this moment. Try again in ${wait} seconds.`;
        throw new HostRefusal("too_many_requests", message, { retryAfter: wait });
      }
      const context = { userId: null, spaceId: null, requestId: "", tenantId, tenantSlug };
      const tool = await catalog.find(session.tool_slug, context);
      const key = keyOf(request);
      const actor: Actor = {
        userId: `guest:${hashToken(`${sessionId} ${key}`).slice(0, 20)}`,
        tenantId,
        tenantSlug,
        // Whoever launched the session could use its tool; the link shares that.
        permissions: [...((tool && neededPermissions(tool)) ?? [])],
      };
      guests.set(actor, { key, link });
      return {
        actor,
        grant: {
          tool: session.tool_slug,
          actions: mayRun ? ["run"] : [],
          expiresAt: link.expiresAt,
          until: () => untilEnd(token, link),
        },
      };
    },
    roleIn: (actor, { sessionId }) =>
      Promise.resolve(guests.get(actor)?.link.sessionId === sessionId ? "reader" : undefined),
    guestOf: (actor) => guests.get(actor),
    close: () => closing.abort(),
  };
}

/** Whether a link reaches what a request asks for: its session, and its tool to read the form of. */
function reaches(
  route: MatchedRoute | undefined,
  { slug, sessionId, mayRun }: { slug: string; sessionId: string; mayRun: boolean },
): boolean {
  if (!route) return false;
  if (route.names === "tool") return route.name === slug && route.action === undefined;
  return (
    route.names === "session" &&
    route.name === sessionId &&
    (route.action === undefined || (route.action === "run" && mayRun))
  );
}

function keyOf(request: Request): string {
  const key = request.headers.get(GUEST_HEADER);
  if (key === null) return randomUUID();
  if (/^[\w-]{16,100}$/.test(key)) return key;
  const message = `The key of a guest (${GUEST_HEADER}) has 16 to 100 letters, digits, - and _. Take a random UUID.`;
  throw new HttpError(400, "invalid_guest", message);
}

const linkEnded = (): HttpError =>
  new HttpError(
    401,
    "session_link_ended",
    "This link has expired, was withdrawn, or is not known here. Ask for a new one.",
    {
      headers: { "www-authenticate": "Bearer" },
    },
  );
