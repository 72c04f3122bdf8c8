import { createPlatform, entitiesModule, executiveSummary, type EntityTypeDefinition } from "@callboard/platform";
import { createHost, type HostOptions } from "@callboard/server";

const customer: EntityTypeDefinition = {
  slug: "customer",
  name: "Customer",
  jsonSchema: { type: "object", properties: { notes: { type: "string", title: "Notes" } } },
};

/** What a tenant says below each of its briefs, and above. */
const settings = () => ({
  disclaimer: "Written by a program from our own records. Check it before you rely on it.",
  classification: "Internal",
});

const summaries = executiveSummary({ engagementType: "customer", settings });

/** A tenant has executive summaries once it has installed the bundle at /admin/bundles. */
export const hostWithBriefs = (options: HostOptions) =>
  createHost({
    ...options,
    modules: [
      createPlatform({ bundles: [summaries] }),
      entitiesModule({ types: [customer, ...summaries.entityTypes] }),
    ],
  });
