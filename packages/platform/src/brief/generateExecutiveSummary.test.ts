import { expect, it, vi } from "vitest";
import { generateExecutiveSummaryCore, type ExecuteContext } from "./generateExecutiveSummary.ts";

const engagement = { id: "e1", title: "Nordwind", tenantId: "t1", workspaceId: null, connectedEntityCount: 4 };
function contextOf(more: Partial<ExecuteContext> = {}) {
  const createBrief = vi.fn<ExecuteContext["createBrief"]>(async () => ({ id: "b1", sourceEntityCount: 4 }));
  const context: ExecuteContext = {
    bundleInstalled: true,
    activeTenantId: "t1",
    activeWorkspaceId: null,
    engagement,
    createBrief,
    urlOf: (id) => `/briefs/${id}`,
    ...more,
  };
  return { context, createBrief };
}
const generate = (context: ExecuteContext) => generateExecutiveSummaryCore({ engagementId: "e1" }, context);

it("makes one brief, and answers with its id, its address and how many sources it has", async () => {
  const { context, createBrief } = contextOf();
  expect(await generate(context)).toEqual({
    entityId: "b1",
    briefUrl: "/briefs/b1",
    sourceEntityCount: 4,
    error: null,
  });
  expect(createBrief.mock.calls).toEqual([[engagement]]);
});

it.each<[code: string, more: Partial<ExecuteContext>]>([
  ["bundle_not_installed", { bundleInstalled: false }],
  ["engagement_not_found", { engagement: undefined }],
  ["idor_violation", { engagement: { ...engagement, tenantId: "t2" } }],
  ["workspace_violation", { activeWorkspaceId: "w1", engagement: { ...engagement, workspaceId: "w2" } }],
  ["insufficient_graph", { engagement: { ...engagement, connectedEntityCount: 2 } }],
])("refuses by %s, and makes nothing", async (code, more) => {
  const { context, createBrief } = contextOf(more);
  const answer = await generate(context);
  expect(answer).toMatchObject({ entityId: null, briefUrl: null, error: { code } });
  expect(answer.error?.message).toMatch(/\.$/);
  expect(createBrief).not.toHaveBeenCalled();
});

it("says the first of several reasons, so that whoever has no bundle learns nothing of entities", async () => {
  const foreign = { ...engagement, tenantId: "t2", workspaceId: "w2", connectedEntityCount: 0 };
  const all = { activeWorkspaceId: "w1", engagement: foreign };
  const codes = [
    { ...all, bundleInstalled: false },
    { ...all },
    { ...all, activeTenantId: "t2" },
    { ...all, activeTenantId: "t2", activeWorkspaceId: "w2" },
  ].map(async (more) => (await generate(contextOf(more).context)).error?.code);
  expect(await Promise.all(codes)).toEqual([
    "bundle_not_installed",
    "idor_violation",
    "workspace_violation",
    "insufficient_graph",
  ]);
});

it.each([
  ["no workspace is open", { activeWorkspaceId: null, engagement: { ...engagement, workspaceId: "w2" } }],
  ["the entity is of all workspaces", { activeWorkspaceId: "w1" }],
  ["three are connected", { engagement: { ...engagement, connectedEntityCount: 3 } }],
])("takes it where %s", async (_where, more) => {
  expect((await generate(contextOf(more).context)).error).toBeNull();
});
