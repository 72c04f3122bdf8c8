import type { EndCause } from "@callboard/core/host";
import type { Context } from "hono";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { readReason } from "../http/readReason.ts";
import type { HostEnvironment } from "../kernel/kernel.ts";

/** Why a person stops something: who it is, and the `reason` of a body, which may be left out. */
export async function readCause(c: Context<HostEnvironment>): Promise<EndCause> {
  const by = c.var.actor.userId;
  const isEmpty = c.req.raw.body === null || c.req.header("content-length") === "0";
  if (isEmpty || c.req.header("content-type") === undefined) return { by };
  const { reason } = readFields(await readJson(c.req.raw, c.var.kernel.maxBodyBytes), { reason: "string?" });
  return reason === undefined || reason.trim() === "" ? { by } : { by, reason: readReason(reason, "/reason") };
}
