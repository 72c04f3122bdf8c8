/**
 * A host in its own process whose briefs are killed. With DIE_AFTER the process dies as by a power cut when so many
 * of their tasks are in the log as completed; with DIE_IN while the task of that number runs.
 */
import { createRegistry } from "@callboard/core";
import {
  createPlatform,
  entitiesModule,
  ENTITY_PERMISSIONS,
  executiveSummary,
  PLATFORM_PERMISSIONS,
  type Bundle,
} from "@callboard/platform";
import { createMemoryVisibility } from "@callboard/core/access";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { serveChild } from "../../packages/server/src/testing/fixtures/serveChild.ts";

const { DIE_AFTER = "0", DIE_IN = "0" } = process.env;
const die = () => process.kill(process.pid, "SIGKILL");

const note = {
  slug: "note",
  name: "Note",
  jsonSchema: { type: "object", properties: { text: { type: "string" }, hours: { type: "number" } } },
};
const summaries = executiveSummary({ engagementType: "note" });

let begun = 0;
/** The bundle, whose tasks may be the last thing that this process does. */
const mortal: Bundle = {
  ...summaries,
  open(kernel) {
    const parts = summaries.open(kernel);
    return {
      ...parts,
      tasks: parts.tasks.map((task) =>
        "execute" in task
          ? {
              ...task,
              execute: (...given) => {
                if (++begun === Number(DIE_IN)) die();
                return task.execute(...given);
              },
            }
          : task,
      ),
    };
  },
};

const visibility = createMemoryVisibility();
visibility.install(DEFAULT_TENANT_ID, summaries.name);

let completed = 0;
await serveChild({
  registry: createRegistry(),
  visibility,
  modules: [createPlatform({ bundles: [mortal] }), entitiesModule({ types: [note, ...summaries.entityTypes] })],
  actor: () => ({
    userId: "ada",
    tenantId: DEFAULT_TENANT_ID,
    tenantSlug: "default",
    permissions: [...PLATFORM_PERMISSIONS, ...ENTITY_PERMISSIONS],
  }),
  onToolRun({ slug, success }) {
    if (/^(extract|compose|validate)_/.test(slug) && success && ++completed === Number(DIE_AFTER)) die();
  },
  onProblem: (message, error) => console.error(message, error ?? ""),
});
