import type { McpServerDetail, McpServerListing } from "@callboard/core/client";
import { HOST_SOURCES } from "@callboard/core/catalog";
import {
  AddressRefused,
  HostRefusal,
  HttpError,
  json,
  publicAddressOf,
  readFields,
  readJson,
  type Actor,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
} from "@callboard/server";
import type { ToolContext } from "@callboard/core";
import { isRecord } from "../isRecord.ts";
import type { NewServer } from "./addedServers.ts";
import { maskedBy } from "./maskSecrets.ts";
import { offerRoutes } from "./offerRoutes.ts";
import type { OpenServers, TenantServer } from "./openServers.ts";
import { sourceNameOf } from "./readServersFile.ts";
import { signInRoutes } from "./signInRoutes.ts";
import type { SignedIn, SignIns } from "./signIns.ts";
import type { SwitchedOff } from "./switchedOff.ts";
import { readToolUse, USE_DAYS } from "./toolUse.ts";

export interface ServerRoutesOptions {
  open: OpenServers;
  off: SwitchedOff;
  signIns: SignIns;
  mayManage: (actor: Actor) => boolean;
  allowPrivate: boolean;
  /** Whether what is spoken is kept, so that a session can be saved. */
  keepsWire: boolean;
  /** The address of the host as people reach it. */
  publicUrl: string | undefined;
}

const LONGEST_TITLE = 60;
const LONGEST_URL = 2_000;
const MOST_HEADERS = 20;
const LONGEST_VALUE = 8_000;
/** The longest that a test waits for a server; it connects on after that. */
const TEST_MS = 20_000;

/**
 * `/api/mcp/servers`: the servers of a tenant, for whoever looks after them. A request may carry secrets; no answer
 * does.
 */
export function serverRoutes(kernel: Kernel, options: ServerRoutesOptions): readonly ModuleRoute[] {
  const { open, off, signIns, mayManage, publicUrl } = options;
  const path = "/api/mcp/servers";
  const managed = forManagers(mayManage);
  const find = ({ actor, params: { name = "" } }: RouteRequest): TenantServer => {
    const found = open.of(actor).find(({ server }) => server.name === name);
    if (found) return found;
    throw new HostRefusal("server_not_found", `There is no server "${name.slice(0, 80)}" here.`);
  };
  const standing = async (tenantId: string) => {
    const [switched, signedIn] = await Promise.all([off.of(tenantId), signIns.of(tenantId)]);
    return (of: TenantServer): McpServerListing =>
      listingOf(of, switched.get(of.server.name)?.size ?? 0, of.signIn && signedIn.get(of.signIn.id));
  };
  const listing = async (of: TenantServer, { actor }: RouteRequest) => (await standing(actor.tenantId))(of);
  return [
    ...offerRoutes(kernel, { path, find, managed }),
    ...signInRoutes(kernel, { path, open, signIns, publicUrl, find, managed, listing }),
    {
      method: "GET",
      path,
      authority: "tenant",
      handle: managed(async ({ actor }) => {
        return json(open.of(actor).map(await standing(actor.tenantId)));
      }),
    },
    {
      method: "POST",
      path,
      authority: "tenant",
      handle: managed(async ({ request, actor, context }) => {
        const body = await readJson(request, kernel.maxBodyBytes);
        const draft = readFields(body, { title: "string", url: "string", headers: "any?" });
        const server = await checkDraft(draft, options.allowPrivate);
        const name = sourceNameOf(server.title, await namesTaken(kernel, await context(), open.of(actor)));
        const added = await open.add(actor.tenantId, actor.userId, { name, ...server });
        return json(listingOf(added), 201, { location: `${path}/${name}` });
      }),
    },
    {
      method: "GET",
      path: `${path}/:name`,
      authority: "tenant",
      handle: managed(async (request) => {
        return json({
          ...(await detailOf(kernel, find(request), { off, signIns }, await request.context())),
          hasSession: options.keepsWire,
        } satisfies McpServerDetail);
      }),
    },
    {
      method: "DELETE",
      path: `${path}/:name`,
      authority: "tenant",
      handle: managed(async (request) => {
        const { server, isAdded } = find(request);
        if (!isAdded) {
          const message = `The server "${server.name}" comes from the host's own settings. Whoever runs the host takes it out there.`;
          throw new HostRefusal("server_not_added", message);
        }
        await open.remove(request.actor.tenantId, server.name);
        return new Response(null, { status: 204 });
      }),
    },
    {
      method: "POST",
      path: `${path}/:name/test`,
      authority: "tenant",
      handle: managed(async (request) => {
        const found = find(request);
        let timer: NodeJS.Timeout | undefined;
        const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, TEST_MS)));
        await Promise.race([found.connection.tryNow(), patience]);
        clearTimeout(timer);
        return json(await listing(found, request));
      }),
    },
    {
      method: "POST",
      path: `${path}/:name/switches`,
      authority: "tenant",
      handle: managed(async (request) => {
        const { server, tools } = find(request);
        const { tool, isOn } = readFields(await readJson(request.request, kernel.maxBodyBytes), {
          tool: "string",
          isOn: "any",
        });
        if (typeof isOn !== "boolean") throw invalid("/isOn", '"isOn" has to be true or false.');
        if (!tools().some(({ name }) => name === tool)) {
          throw invalid("/tool", `The server "${server.name}" has no tool "${tool.slice(0, 80)}".`);
        }
        const { tenantId, userId } = request.actor;
        await off.set(tenantId, server.name, tool, { isOn, by: userId });
        return new Response(null, { status: 204 });
      }),
    },
  ];
}

/** Lets those in who look after servers. */
export const forManagers =
  (mayManage: (actor: Actor) => boolean) =>
  (handle: (request: RouteRequest) => Promise<Response>) =>
  async (request: RouteRequest): Promise<Response> => {
    if (mayManage(request.actor)) return await handle(request);
    const message = "Servers are looked after by those with the permission mcp.servers.manage. Ask for it.";
    throw new HostRefusal("not_permitted", message);
  };

function listingOf(of: TenantServer, off = 0, signedIn?: SignedIn): McpServerListing {
  const { server, isAdded, connection, tools, refused, signIn } = of;
  const { isOpen, since, problem, nextTryAt, about } = connection.state();
  const { transport } = server;
  const mask = maskedBy(server);
  return {
    name: server.name,
    title: server.title ?? server.name,
    ...("command" in transport
      ? { kind: "command", place: transport.command, hasSecrets: Object.keys(transport.env ?? {}).length > 0 }
      : {
          kind: "address",
          place: withoutQuery(transport.url),
          hasSecrets: Object.keys(transport.headers ?? {}).length > 0 || new URL(transport.url).search !== "",
        }),
    isAdded,
    isConnected: isOpen,
    connectedAt: since ?? null,
    nextTryAt: nextTryAt ?? null,
    problem: problem ? { code: problem.code, said: mask(problem.said) } : null,
    maySignIn: signIn !== undefined,
    signedIn: signedIn ?? null,
    about: about ?? null,
    tools: tools().length - off,
    refused: refused().length,
  };
}

async function detailOf(
  kernel: Kernel,
  found: TenantServer,
  { off, signIns }: { off: SwitchedOff; signIns: SignIns },
  context: ToolContext,
): Promise<Omit<McpServerDetail, "hasSession">> {
  const { server } = found;
  const tenantId = context.tenantId ?? "";
  const [switched, signedIn, listed] = await Promise.all([
    off.of(tenantId),
    signIns.of(tenantId),
    kernel.catalog.allFor(context),
  ]);
  const offHere = switched.get(server.name) ?? new Set<string>();
  // A slug that an earlier source has too is another in the catalog, and calls are logged by that.
  const slugs = new Map(
    listed
      .filter(({ source }) => source === server.name)
      .map((tool) => [nameIn(tool.execution) ?? tool.slug, tool.slug] as const),
  );
  const tools = found.tools().map(({ name, tool }) => ({ name, tool, slug: slugs.get(name) ?? tool.slug }));
  const useOf = await readToolUse(
    kernel.store,
    tenantId,
    tools.map(({ slug }) => slug),
  );
  const shown = new Set(tools.map(({ name }) => name));
  const mask = maskedBy(server);
  return {
    ...listingOf(
      found,
      [...offHere].filter((name) => shown.has(name)).length,
      found.signIn && signedIn.get(found.signIn.id),
    ),
    toolList: tools.map(({ name, tool, slug }) => ({
      name,
      slug,
      title: tool.name,
      description: tool.description,
      isOn: !offHere.has(name),
      ...useOf(slug),
    })),
    refusedList: found.refused().map(({ tool, code, said }) => ({ tool, code, said: mask(said) })),
    days: USE_DAYS,
  };
}

/** What the server calls a tool, as its execution says. */
function nameIn(execution: unknown): string | undefined {
  const tool = isRecord(execution) ? execution["tool"] : undefined;
  const name = isRecord(tool) ? tool["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

const withoutQuery = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
};

async function namesTaken(
  { catalog }: Pick<Kernel, "catalog">,
  context: ToolContext,
  servers: readonly TenantServer[],
): Promise<Set<string>> {
  const listed = await catalog.allFor(context);
  return new Set([
    ...Object.values(HOST_SOURCES),
    ...listed.map(({ source }) => source),
    ...servers.map(({ server }) => server.name),
  ]);
}

/** An error message never repeats a secret that was sent. */
async function checkDraft(
  draft: { title: string; url: string; headers: unknown },
  allowPrivate: boolean,
): Promise<Omit<NewServer, "name">> {
  const title = draft.title.trim().replace(/\s+/g, " ");
  if (title === "" || title.length > LONGEST_TITLE) {
    throw invalid("/title", `A server has a name of 1 to ${LONGEST_TITLE} letters.`);
  }
  const text = draft.url.trim();
  const url = URL.canParse(text) && text.length <= LONGEST_URL ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalid("/url", "The address has to be a full one, such as https://mcp.example.com/mcp.");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("/url", "Leave the user and password out of the address: secrets go by a header.");
  }
  url.hash = "";
  const headers = headersOf(draft.headers ?? []);
  if (!allowPrivate) {
    try {
      await publicAddressOf(url);
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      throw invalid("/url", error.message);
    }
  }
  return { title, url, headers };
}

function headersOf(given: unknown): Record<string, string> {
  if (!Array.isArray(given) || given.length > MOST_HEADERS) {
    throw invalid("/headers", `"headers" has to be a list of at most ${MOST_HEADERS} names and values.`);
  }
  return Object.fromEntries(
    given.map((one, place) => {
      const at = `/headers/${place}`;
      const { name, value } = readFields(one, { name: "string", value: "string" }, at);
      if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name.trim())) throw invalid(`${at}/name`, "That is no name of a header.");
      if (value.trim() === "" || value.length > LONGEST_VALUE || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
        throw invalid(`${at}/value`, `A header's value has 1 to ${LONGEST_VALUE} characters, on one line.`);
      }
      return [name.trim(), value.trim()] as const;
    }),
  );
}

const invalid = (path: string, message: string) => new HttpError(422, "invalid_request", message, { path });
