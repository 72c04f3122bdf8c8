import { randomUUID } from "node:crypto";
import type { LinkOptions } from "@callboard/core/client";
import { isRecord } from "@callboard/core/host";
import {
  HttpError,
  json,
  readFields,
  readJson,
  storable,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
} from "@callboard/server";
import type { Asker, Launch, ToolSessions } from "./toolSessions.ts";

const LONGEST_TITLE = 200;
const LONGEST_NAME = 80;

/** `/api/tools/:slug/sessions` and `/api/tool-sessions`. Guests reach them by the token of their link. */
export function toolSessionRoutes(
  { maxBodyBytes }: Pick<Kernel, "maxBodyBytes">,
  sessions: ToolSessions,
): readonly ModuleRoute[] {
  const askerOf = async ({ actor, context }: RouteRequest): Promise<Asker> => ({ actor, context: await context() });
  const bodyOf = ({ request }: RouteRequest) => readJson(request, maxBodyBytes);
  const idOf = ({ params }: RouteRequest) => params["id"] ?? "";
  const slugOf = ({ params }: RouteRequest) => params["slug"] ?? "";

  return [
    {
      method: "POST",
      path: "/api/tools/:slug/sessions",
      authority: "tool",
      async handle(request) {
        const launch = readLaunch(await bodyOf(request));
        const made = await sessions.launch(await askerOf(request), slugOf(request), launch);
        return json(made, 201, { location: `/api/tool-sessions/${made.session.id}` });
      },
    },
    {
      method: "GET",
      path: "/api/tools/:slug/sessions",
      authority: "tool",
      handle: async (request) => json(await sessions.list(await askerOf(request), slugOf(request))),
    },
    {
      method: "GET",
      path: "/api/tool-sessions/:id",
      authority: "session",
      embed: { names: "session" },
      handle: async (request) =>
        json(await sessions.state(await askerOf(request), idOf(request)), 200, { "cache-control": "no-store" }),
    },
    {
      method: "PATCH",
      path: "/api/tool-sessions/:id",
      authority: "session",
      async handle(request) {
        const { status, title } = readFields(await bodyOf(request), { status: "any?", title: "any?" });
        const changes = { status: readEnd(status), title: title === undefined ? undefined : readTitle(title) };
        return json(await sessions.update(await askerOf(request), idOf(request), changes));
      },
    },
    {
      method: "POST",
      path: "/api/tool-sessions/:id/submissions",
      authority: "session",
      embed: { names: "session", action: "run" },
      async handle(request) {
        const kinds = { input: "any", displayName: "any?", callId: "string?" } as const;
        const { input, displayName, callId = randomUUID() } = readFields(await bodyOf(request), kinds);
        if (!/^[\w-]{8,64}$/.test(callId)) {
          throw invalid("/callId", '"callId" has 8 to 64 letters, digits, - and _. Take a random UUID.');
        }
        const submission = { input, displayName: readName(displayName), callId };
        const { isNew, ...made } = await sessions.submit(await askerOf(request), idOf(request), submission);
        return json(made, isNew ? 201 : 200);
      },
    },
    {
      method: "PUT",
      path: "/api/tool-sessions/:id/presence",
      authority: "session",
      embed: { names: "session" },
      async handle(request) {
        const { displayName } = readFields(await bodyOf(request), { displayName: "any?" });
        return json(await sessions.present(await askerOf(request), idOf(request), readName(displayName)));
      },
    },
    {
      method: "GET",
      path: "/api/tool-sessions/:id/links",
      authority: "session",
      handle: async (request) => json(await sessions.links(await askerOf(request), idOf(request))),
    },
    {
      method: "POST",
      path: "/api/tool-sessions/:id/links",
      authority: "session",
      async handle(request) {
        const options = readLink(await bodyOf(request));
        return json(await sessions.createLink(await askerOf(request), idOf(request), options), 201);
      },
    },
    {
      method: "DELETE",
      path: "/api/tool-sessions/:id/links/:linkId",
      authority: "session",
      async handle(request) {
        await sessions.withdrawLink(await askerOf(request), idOf(request), request.params["linkId"] ?? "");
        return new Response(null, { status: 204 });
      },
    },
  ];
}

function readLaunch(body: unknown): Launch {
  const kinds = { title: "any?", entityIds: "any?", config: "any?", share: "any?" } as const;
  const { title = null, entityIds = [], config = {}, share } = readFields(body, kinds);
  if (!Array.isArray(entityIds) || entityIds.length > 1000 || !entityIds.every((id) => typeof id === "string")) {
    throw invalid("/entityIds", '"entityIds" is a list of at most 1,000 ids.');
  }
  if (!isRecord(config)) throw invalid("/config", '"config" is an object.');
  const link = share === undefined ? undefined : readLink(share, "/share");
  return { title: readTitle(title), entityIds: entityIds as string[], config, ...(link && { share: link }) };
}

function readLink(body: unknown, path = ""): LinkOptions {
  const { role, expiresInDays = 7 } = readFields(body, { role: "any", expiresInDays: "any?" }, path);
  if (role !== "submit" && role !== "watch") {
    throw invalid(`${path}/role`, '"role" is "submit", to fill in the tool and read, or "watch", to read alone.');
  }
  if (typeof expiresInDays !== "number" || !(expiresInDays > 0 && expiresInDays <= 90)) {
    throw invalid(`${path}/expiresInDays`, '"expiresInDays" is a number of days up to 90.');
  }
  return { role, expiresInDays };
}

function readEnd(status: unknown): "completed" | "cancelled" | undefined {
  if (status === undefined || status === "completed" || status === "cancelled") return status;
  throw invalid("/status", '"status" is "completed" or "cancelled": a session that has ended stays ended.');
}

function readTitle(title: unknown): string | null {
  if (title === null) return null;
  const read = typeof title === "string" ? cleaned(title) : "";
  if (read !== "" && read.length <= LONGEST_TITLE) return read;
  throw invalid("/title", `"title" has 1 to ${LONGEST_TITLE} characters, or is null.`);
}

function readName(name: unknown): string | undefined {
  if (name === undefined || name === null) return undefined;
  const read = typeof name === "string" ? cleaned(name) : "";
  if (read !== "" && read.length <= LONGEST_NAME) return read;
  throw invalid("/displayName", `"displayName" has 1 to ${LONGEST_NAME} characters.`);
}

/** A line of text as a database's column can hold it. */
const cleaned = (text: string): string => storable(text).replace(/\s+/g, " ").trim();

const invalid = (path: string, message: string): HttpError => new HttpError(400, "invalid_request", message, { path });
