/**
 * A host in a process of its own whose compositions are killed. It takes EFFECTS (a file to which each effect of `mark`
 * and `publish` appends its call's id, and `single` that with a sign), PACE (milliseconds that they take) and DIE_AFTER
 * (the process dies as by a power cut when so many calls of `mark` are in the log as completed).
 */
import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { appendFileSync } from "node:fs";
import { serveChild } from "../../packages/server/src/testing/fixtures/serveChild.ts";
import { createPlatform, PLATFORM_PERMISSIONS } from "@callboard/platform";

const { EFFECTS = "", PACE = "1", DIE_AFTER = "0" } = process.env;

const registry = createRegistry();
const counted = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const base = { category: "test", icon: "wrench", inputSchema: counted, outputSchema: counted };
async function mark({ n }: { n: number }, { callId }: { callId: string }) {
  await new Promise((resolve) => setTimeout(resolve, Number(PACE)));
  appendFileSync(EFFECTS, `${callId}\n`);
  return { n: n + 1 };
}
registry.register({ ...base, slug: "mark", name: "Mark", description: "Has an effect.", execute: mark });
registry.register({
  ...base,
  slug: "publish",
  name: "Publish",
  description: "Has an effect, and asks before.",
  permissionPolicy: "always_ask",
  execute: mark,
});

registry.register({
  ...base,
  slug: "single",
  name: "Single",
  description: "Has an effect when it begins and one when it ends, one call at a time.",
  limits: { concurrency: 1 },
  async execute({ n }: { n: number }, { callId }: { callId: string }) {
    appendFileSync(EFFECTS, `+${callId}\n`);
    await new Promise((resolve) => setTimeout(resolve, Number(PACE)));
    appendFileSync(EFFECTS, `-${callId}\n`);
    return { n: n + 1 };
  },
});

let completed = 0;
await serveChild({
  registry,
  modules: [createPlatform()],
  actor: () => ({
    userId: "ada",
    tenantId: DEFAULT_TENANT_ID,
    tenantSlug: "default",
    permissions: PLATFORM_PERMISSIONS,
  }),
  onToolRun({ slug, success }) {
    if (slug === "mark" && success && ++completed === Number(DIE_AFTER)) process.kill(process.pid, "SIGKILL");
  },
  onProblem: (message, error) => console.error(message, error ?? ""),
});
