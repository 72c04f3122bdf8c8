import {
  HostRefusal,
  HttpError,
  json,
  readFields,
  readJson,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
} from "@callboard/server";
import type { Schedules } from "./schedules.ts";

/** `/api/schedules`: what runs at times, for whoever runs a workspace. */
export function scheduleRoutes(
  { maxBodyBytes }: Pick<Kernel, "maxBodyBytes">,
  schedules: Pick<Schedules, "list" | "add" | "setPaused" | "remove">,
): readonly ModuleRoute[] {
  const bodyOf = ({ request }: RouteRequest) => readJson(request, maxBodyBytes);
  const path = "/api/schedules/:id";
  const permission = "schedules.tenant.update";
  return [
    {
      method: "GET",
      path: "/api/schedules",
      permission: "schedules.tenant.read",
      handle: async ({ actor }) => json(await schedules.list(actor.tenantId)),
    },
    {
      method: "POST",
      path: "/api/schedules",
      permission,
      async handle(request) {
        const { timeZone, ...draft } = readFields(await bodyOf(request), {
          tool: "string",
          input: "any",
          cron: "string",
          timeZone: "string?",
        });
        const context = { ...(await request.context()), tenantId: request.actor.tenantId };
        return json(await schedules.add({ ...draft, ...(timeZone !== undefined && { timeZone }) }, context), 201);
      },
    },
    {
      method: "PATCH",
      path,
      permission,
      async handle(request) {
        const { isPaused } = readFields(await bodyOf(request), { isPaused: "any" });
        if (typeof isPaused !== "boolean") {
          throw new HttpError(400, "invalid_request", '"isPaused" has to be true or false.', { path: "/isPaused" });
        }
        return json(await schedules.setPaused(request.actor.tenantId, idOf(request), isPaused));
      },
    },
    {
      method: "DELETE",
      path,
      permission,
      async handle(request) {
        await schedules.remove(request.actor.tenantId, idOf(request));
        return new Response(null, { status: 204 });
      },
    },
  ];
}

/** @throws HostRefusal for what cannot be the id of a row, and so names none. */
function idOf({ params }: RouteRequest): string {
  const { id = "" } = params;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
  throw new HostRefusal("schedule_not_found", `There is no schedule "${id.slice(0, 80)}" here.`);
}
