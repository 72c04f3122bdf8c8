import { canUse } from "@callboard/core";
import {
  bearerOf,
  DEFAULT_TENANT_ID,
  DEFAULT_TENANT_SLUG,
  HostRefusal,
  HttpError,
  isOperator,
  json,
  readFields,
  readJson,
  type Actor,
  type Kernel,
  type OpenRoute,
} from "@callboard/server";
import type { ApiKeys, RevokedKey } from "./apiKeys.ts";
import { contextOf } from "./caller.ts";

/** The permission to see and revoke the keys of everybody of one's tenant. */
const MANAGE = "mcp.keys.manage";
const LONGEST_NAME = 100;
const MOST_TOOLS = 500;

/**
 * `/api/mcp/keys`: the keys of MCP clients. A person has keys that act as they do, and nobody gains a right by one; the
 * holder of the host's key makes them for anybody. `onRevoked` is told of each that is gone.
 */
export function keyRoutes(kernel: Kernel, keys: ApiKeys, onRevoked: (key: RevokedKey) => void): readonly OpenRoute[] {
  return [
    {
      method: "GET",
      path: "/api/mcp/keys",
      async handle({ request }) {
        return json(await keys.list(reachOf(await askerOf(kernel, request))));
      },
    },
    {
      method: "POST",
      path: "/api/mcp/keys",
      async handle({ request }) {
        const asker = await askerOf(kernel, request);
        const fields = readFields(await readJson(request, kernel.maxBodyBytes), {
          name: "string",
          tools: "any?",
          userId: "string?",
          permissions: "any?",
          tenantId: "string?",
          tenantSlug: "string?",
        });
        const actor = asker ? ownOf(asker, fields) : personOf(fields);
        const name = fields.name.trim();
        if (name === "" || name.length > LONGEST_NAME) {
          throw invalid("/name", `A key has a name of 1 to ${LONGEST_NAME} letters, by which its person knows it.`);
        }
        const tools = fields.tools == null ? null : await toolsOf(kernel, actor, stringsOf(fields.tools, "/tools"));
        return json(await keys.create(actor, { name, tools }), 201);
      },
    },
    {
      method: "DELETE",
      path: "/api/mcp/keys/:id",
      async handle({ request, params: { id = "" } }) {
        const asker = await askerOf(kernel, request);
        const revoked = await keys.revoke(id, reachOf(asker));
        if (!revoked) {
          throw new HostRefusal(
            "key_not_found",
            `There is no key "${id.slice(0, 80)}" here, or it is revoked already.`,
          );
        }
        onRevoked(revoked);
        return new Response(null, { status: 204 });
      },
    },
  ];
}

/** Who asks about keys; undefined for the holder of the host's key. */
async function askerOf({ store, actorOf }: Kernel, request: Request): Promise<Actor | undefined> {
  if (isOperator(bearerOf(request) ?? "", store.secrets)) return undefined;
  const actor = await actorOf(request);
  if (actor) return actor;
  throw new HttpError(401, "unauthorized", "This credential is not known here. Send Authorization: Bearer <token>.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

/** The keys that somebody sees and revokes. */
function reachOf(asker: Actor | undefined) {
  if (!asker) return {};
  const { tenantId, userId, permissions } = asker;
  return permissions.includes(MANAGE) ? { tenantId } : { tenantId, userId };
}

interface PersonFields {
  userId: string | undefined;
  permissions: unknown;
  tenantId: string | undefined;
  tenantSlug: string | undefined;
}

function ownOf(asker: Actor, { userId, permissions, tenantId, tenantSlug }: PersonFields): Actor {
  if (userId === undefined && permissions === undefined && tenantId === undefined && tenantSlug === undefined)
    return asker;
  const message =
    "A key of yours acts as you do. One for somebody else takes the host's key: callboard keys beside the host's data.";
  throw new HostRefusal("not_allowed", message, { path: "/userId" });
}

function personOf({ userId, permissions, tenantId, tenantSlug }: PersonFields): Actor {
  if (userId === undefined || userId === "") throw invalid("/userId", "Say as whom the key runs tools.");
  const isDefault = tenantId === undefined || tenantId === DEFAULT_TENANT_ID;
  const slug = isDefault ? DEFAULT_TENANT_SLUG : tenantSlug;
  if (slug === undefined || slug === "") throw invalid("/tenantSlug", "A tenantId needs its tenantSlug.");
  return {
    userId,
    tenantId: isDefault ? DEFAULT_TENANT_ID : tenantId,
    tenantSlug: slug,
    permissions: permissions == null ? [] : stringsOf(permissions, "/permissions"),
  };
}

/** @throws HostRefusal for a tool that the key's person could not run: a slip of the pen would stay unseen. */
async function toolsOf(kernel: Kernel, actor: Actor, slugs: readonly string[]): Promise<readonly string[]> {
  if (slugs.length === 0 || slugs.length > MOST_TOOLS) {
    throw invalid("/tools", `A key is for 1 to ${MOST_TOOLS} tools; leave "tools" out to have it for all.`);
  }
  const context = await contextOf(kernel, { actor, id: "" });
  for (const [place, slug] of slugs.entries()) {
    const tool = await kernel.catalog.find(slug, context);
    if (tool?.slug === slug && canUse(tool, context).see) continue;
    const message = `There is no tool "${slug.slice(0, 200)}" for models here. Name tools by their slugs.`;
    throw new HostRefusal("not_found", message, { path: `/tools/${place}` });
  }
  return [...new Set(slugs)];
}

function stringsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value as string[];
  throw invalid(path, `"${path.slice(1)}" has to be a list of strings.`);
}

const invalid = (path: string, message: string) => new HttpError(422, "invalid_request", message, { path });
