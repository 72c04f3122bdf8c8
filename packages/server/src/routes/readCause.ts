import type { EndCause } from "@callboard/core/host";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { readReason } from "../http/readReason.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { RouteRequest } from "../kernel/module.ts";

/** Why a person stops something: who it is, and the `reason` of a body, which may be left out. */
export async function readCause(
  { maxBodyBytes }: Pick<Kernel, "maxBodyBytes">,
  { request, actor }: RouteRequest,
): Promise<EndCause> {
  const by = actor.userId;
  const isEmpty = request.body === null || request.headers.get("content-length") === "0";
  if (isEmpty || !request.headers.has("content-type")) return { by };
  const { reason } = readFields(await readJson(request, maxBodyBytes), { reason: "string?" });
  return reason === undefined || reason.trim() === "" ? { by } : { by, reason: readReason(reason, "/reason") };
}
