import { randomUUID } from "node:crypto";
import { canUse } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import type { PublishedTool } from "@callboard/core/client";
import { contextOfTenant } from "../../kernel/kernel.ts";
import { plainCopy } from "@callboard/core/host";
import { bearerOf, type Actor } from "../../actor.ts";
import { boundDefinition } from "../../boundTool.ts";
import { isId } from "../../db/storable.ts";
import { definitionChanges } from "./changes.ts";
import { checkOrigins } from "./checkOrigin.ts";
import { embedNotFound, LONGEST_TOKEN_LIFE, USUAL_ACTIONS, type EmbedKey, type EmbedToken } from "./embeds.ts";
import { formHeight } from "./formHeight.ts";
import { isOperator } from "../../kernel/operator.ts";
import { addressOf } from "../../http/addressOf.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { readFields } from "../../http/readFields.ts";
import { readJson } from "../../http/readJson.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import { DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG } from "../../store.ts";
import { EMBED_ACTIONS, type EmbedAction } from "../../kernel/grant.ts";
import type { OpenRoute } from "../../kernel/module.ts";
import { embedTokenOf } from "./embedGuard.ts";
import type { EmbedHost } from "./embedHost.ts";

/** Tokens a minute that one address gets without a secret key. */
const ANONYMOUS_PER_ADDRESS = 30;
/** Requests a minute that one address makes with secret keys, known ones or guesses. */
const KEYS_PER_ADDRESS = 600;

/**
 * `/api/embed`. Publishing tools for other people's pages takes the host's key, or the right to publish; giving and
 * revoking tokens takes a publisher's secret key; and the page of a frame gets its token for the nonce that it was
 * served with.
 */
export function embedRoutes(host: EmbedHost): readonly OpenRoute[] {
  const { embeds, kernel } = host;
  const read = (request: Request) => readJson(request, kernel.maxBodyBytes);
  return [
    {
      method: "POST",
      path: "/api/embed/keys",
      async handle({ request }) {
        const operator = await operatorOf(host, request);
        const fields = readFields(await read(request), {
          tool: "string",
          origins: "any",
          actions: "any?",
          perMinute: "any?",
          tenantId: "string?",
          tenantSlug: "string?",
        });
        const origins = stringsOf(fields.origins, "/origins");
        checkOrigins(origins);
        const actions = fields.actions === undefined ? USUAL_ACTIONS : actionsOf(fields.actions, EMBED_ACTIONS);
        const own = operator ?? { tenantId: DEFAULT_TENANT_ID, tenantSlug: DEFAULT_TENANT_SLUG };
        const tenantId = fields.tenantId ?? own.tenantId;
        if (operator && tenantId !== operator.tenantId) {
          const message =
            "Publishing for another tenant takes the host's key: callboard publish beside the host's data.";
          throw new HostRefusal("not_allowed", message, { path: "/tenantId" });
        }
        const tenantSlug = tenantId === own.tenantId ? own.tenantSlug : (fields.tenantSlug ?? "");
        const perMinute = wholeOf(fields.perMinute, "/perMinute", 1, 100_000) ?? 120;
        if (tenantSlug === "") {
          throw new HttpError(422, "invalid_tenant", "A tenantId needs its tenantSlug.", { path: "/tenantSlug" });
        }
        const tool = await toolOf(host, fields.tool, operator ?? { tenantId, tenantSlug });
        await kernel.store.ensureTenant(tenantId, tenantSlug);
        const { key, secretKey } = await embeds.publish({ tool, tenantId, origins, actions, perMinute });
        return json({ ...(await described(host, key)), secretKey }, 201);
      },
    },
    {
      method: "GET",
      path: "/api/embed/keys",
      async handle({ request }) {
        const operator = await operatorOf(host, request);
        const usage = await embeds.usage(operator?.tenantId);
        const keys = usage.map(async ({ key, ...counts }) => ({ ...(await described(host, key)), ...counts }));
        return json(await Promise.all(keys));
      },
    },
    {
      method: "POST",
      path: "/api/embed/keys/:id/publish",
      async handle({ request, params: { id = "" } }) {
        const operator = await operatorOf(host, request);
        const key = await operatedKey(host, id, operator);
        const before = await described(host, key);
        const again = await embeds.publishAgain(key.id, await toolOf(host, key.tool, operator ?? key));
        return json({ ...(await described(host, again)), published: before.changes });
      },
    },
    {
      method: "DELETE",
      path: "/api/embed/keys/:id",
      async handle({ request, params: { id = "" } }) {
        const operator = await operatorOf(host, request);
        const key = await operatedKey(host, id, operator);
        if (!(await embeds.revoke(key.id))) throw embedNotFound();
        return new Response(null, { status: 204 });
      },
    },
    {
      method: "POST",
      path: "/api/embed/tokens",
      async handle({ request }) {
        const key = await keyOfSecret(host, request);
        const fields = readFields(await read(request), {
          origin: "string",
          subject: "string?",
          actions: "any?",
          expiresIn: "any?",
          tool: "string?",
          tenantId: "string?",
        });
        if (fields.tool !== undefined && fields.tool !== key.tool) throw notOfKey("tool", key.tool);
        if (fields.tenantId !== undefined && fields.tenantId !== key.tenantId) throw notOfKey("tenant", key.tenantId);
        if (!key.origins.includes(fields.origin)) throw originNotAllowed(fields.origin, key);
        const subject = fields.subject ?? "visitor";
        if (!isId(subject) || subject.length > 100 || subject.startsWith("anonymous-")) {
          const message = 'A subject has 1 to 100 letters, digits or . : @ _ - and does not begin with "anonymous-".';
          throw new HttpError(422, "invalid_subject", message, { path: "/subject" });
        }
        const actions = actionsOf(fields.actions, key.actions);
        const seconds = wholeOf(fields.expiresIn, "/expiresIn", 1, LONGEST_TOKEN_LIFE / 1000) ?? 600;
        return tokenAnswer(
          await embeds.createToken(key, { origin: fields.origin, subject, actions, lifeMs: seconds * 1000 }),
        );
      },
    },
    {
      method: "POST",
      path: "/api/embed/tokens/revoke",
      async handle({ request }) {
        const key = await keyOfSecret(host, request);
        const { token } = readFields(await read(request), { token: "string" });
        if (!(await embeds.revokeToken(key.id, token))) {
          throw new HttpError(404, "token_not_found", "This key gave no such token, or it has ended already.");
        }
        return new Response(null, { status: 204 });
      },
    },
    {
      method: "POST",
      path: "/api/embed/tokens/anonymous",
      async handle({ request }) {
        kernel.limits.demand(`anonymous ${addressOf(request)}`, ANONYMOUS_PER_ADDRESS);
        const fields = readFields(await readJson(request, 10_000), {
          key: "string",
          origin: "string",
          nonce: "string",
        });
        const key = await keyOf(host, fields.key);
        if (!key.origins.includes(fields.origin)) throw originNotAllowed(fields.origin, key);
        kernel.limits.demand(`key ${key.id}`, key.perMinute);
        const token = await embeds.tokenForNonce(key, fields.origin, fields.nonce);
        if (!token) {
          throw new HttpError(
            401,
            "nonce_ended",
            "This page's nonce is not known here, too old, or was used. Load it again.",
          );
        }
        return tokenAnswer(token);
      },
    },
  ];
}

const tokenAnswer = ({ token, expiresAt }: EmbedToken): Response => json({ token, expiresAt }, 201);

/** Who publishes: a person who may, or undefined for the holder of the host's key. */
async function operatorOf({ kernel, mayPublish }: EmbedHost, request: Request): Promise<Actor | undefined> {
  kernel.limits.demand(`keys ${addressOf(request)}`, KEYS_PER_ADDRESS);
  if (isOperator(bearerOf(request) ?? "", kernel.store.secrets)) return undefined;
  // A token for one tool in one page names nobody who publishes.
  const actor = mayPublish && !embedTokenOf(request) && (await kernel.actorOf(request));
  if (actor && (await mayPublish(actor))) return actor;
  throw unauthorized(
    "Publishing takes the credential of the host's operator: use callboard publish beside the host's data.",
  );
}

/** A key that this operator may see: one of their own tenant. The holder of the host's key may see every key. */
async function operatedKey(host: EmbedHost, id: string, operator: Actor | undefined): Promise<EmbedKey> {
  const key = await keyOf(host, id);
  if (operator && key.tenantId !== operator.tenantId) throw embedNotFound();
  return key;
}

async function keyOfSecret({ kernel, embeds }: EmbedHost, request: Request): Promise<EmbedKey> {
  kernel.limits.demand(`keys ${addressOf(request)}`, KEYS_PER_ADDRESS);
  const secretKey = bearerOf(request);
  const key = secretKey?.startsWith("sk_") ? await embeds.findBySecret(secretKey) : undefined;
  if (key) return key;
  throw unauthorized(
    "Tokens are given to the holder of a secret key: send Authorization: Bearer sk_… from your server.",
  );
}

const unauthorized = (message: string): HttpError =>
  new HttpError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });

const notOfKey = (what: string, own: string): HostRefusal =>
  new HostRefusal("embed_not_in_scope", `This secret key is for the ${what} "${own}" alone.`, { path: `/${what}` });

const originNotAllowed = (origin: string, key: EmbedKey): HostRefusal =>
  new HostRefusal(
    "origin_not_allowed",
    `"${key.tool}" is not published for pages of ${origin.slice(0, 200)}. Publish it for that origin: callboard publish ${key.tool} --origin ${origin.slice(0, 200)}`,
    { path: "/origin" },
  );

async function keyOf({ embeds }: EmbedHost, id: string): Promise<EmbedKey> {
  const key = isId(id) ? await embeds.find(id) : undefined;
  if (!key) throw embedNotFound();
  return key;
}

/**
 * The tool to publish. The holder of the host's key publishes any of the tenant that they name; a person publishes what
 * they may run themselves.
 */
async function toolOf(
  { kernel: { catalog, access } }: EmbedHost,
  slug: string,
  by: Actor | Pick<Actor, "tenantId" | "tenantSlug">,
): Promise<ResolvedTool> {
  const context = "userId" in by ? await access.contextFor({ ...by, requestId: randomUUID() }) : contextOfTenant(by);
  const tool = await catalog.find(slug, context);
  const may = tool && (!("userId" in by) || canUse(tool, context).run);
  if (!tool || !may)
    throw new HostRefusal("not_found", `There is no tool "${slug.slice(0, 200)}" here.`, { path: "/tool" });
  return tool;
}

/** A key as its operator reads it, with what has changed since it was published. */
async function described({ kernel, files }: EmbedHost, key: EmbedKey): Promise<PublishedTool> {
  const tool = await kernel.catalog.find(key.tool, contextOfTenant(key));
  const { published, id, ...rest } = key;
  const now = tool && plainCopy(boundDefinition(tool));
  const changes = now ? definitionChanges(published, now) : [];
  const loader = files?.loader ?? null;
  const room = tool && { height: formHeight(tool), phoneHeight: formHeight(tool, "phone") };
  return { key: id, ...rest, isMissing: !tool, changes, loader, ...room };
}

function stringsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value as string[];
  throw new HttpError(422, "invalid_request", `"${path.slice(1)}" has to be a list of strings.`, { path });
}

function actionsOf(value: unknown, allowed: readonly EmbedAction[]): EmbedAction[] {
  if (value === undefined) return [...allowed];
  const wanted = stringsOf(value, "/actions");
  const actions = allowed.filter((action) => wanted.includes(action));
  const wrong = wanted.find((one) => !actions.some((action) => action === one));
  if (wrong === undefined) return actions;
  throw new HostRefusal(
    "embed_not_in_scope",
    `"${wrong.slice(0, 80)}" is no action that can be given here. There is ${allowed.join(", ")}.`,
    { path: "/actions" },
  );
}

function wholeOf(value: unknown, path: string, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new HttpError(422, "invalid_request", `"${path.slice(1)}" has to be a whole number from ${min} to ${max}.`, {
    path,
  });
}
