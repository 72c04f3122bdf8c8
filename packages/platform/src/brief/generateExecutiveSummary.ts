/** Why no brief was begun. */
export type BriefRefusal =
  "bundle_not_installed" | "engagement_not_found" | "idor_violation" | "workspace_violation" | "insufficient_graph";

/** What the tool answers: the brief that is being written, or why there is none. */
export interface GenerateOutput {
  entityId: string | null;
  /** Where it is read while it is written. */
  briefUrl: string | null;
  /** How many entities it is written from. */
  sourceEntityCount: number;
  error: { code: BriefRefusal; message: string } | null;
}

/** What a brief is about, as far as the tool asks. */
export interface Engagement {
  id: string;
  title: string;
  tenantId: string;
  workspaceId: string | null;
  connectedEntityCount: number;
}

/** All that the core asks of its host. */
export interface ExecuteContext {
  bundleInstalled: boolean;
  activeTenantId: string;
  activeWorkspaceId: string | null;
  engagement: Engagement | undefined;
  /** Makes the brief's entity, and begins what writes its fields. */
  createBrief(engagement: Engagement): Promise<{ id: string; sourceEntityCount: number }>;
  urlOf(id: string): string;
}

/** The fewest connected entities that a brief is written from. */
const FEWEST_SOURCES = 3;

/** `generateExecutiveSummary` without a host: five reasons to refuse, or one entity made and its address. */
export async function generateExecutiveSummaryCore(
  { engagementId }: { engagementId: string },
  context: ExecuteContext,
): Promise<GenerateOutput> {
  const { bundleInstalled, engagement, activeTenantId, activeWorkspaceId } = context;
  if (!bundleInstalled)
    return refused(
      "bundle_not_installed",
      "The bundle of executive summaries is not installed here. Install it first.",
    );
  if (!engagement)
    return refused(
      "engagement_not_found",
      `There is no entity "${engagementId.slice(0, 80)}" here. Choose another one.`,
    );
  if (engagement.tenantId !== activeTenantId)
    return refused("idor_violation", "This entity belongs to another organisation. Choose one of your own.");
  if (activeWorkspaceId && engagement.workspaceId && engagement.workspaceId !== activeWorkspaceId)
    return refused("workspace_violation", "This entity belongs to another workspace. Open that workspace first.");
  const { connectedEntityCount } = engagement;
  if (connectedEntityCount < FEWEST_SOURCES) {
    const message = `A summary is written from at least ${FEWEST_SOURCES} connected entities, and this one has ${connectedEntityCount}. Connect more.`;
    return refused("insufficient_graph", message, connectedEntityCount);
  }
  const { id, sourceEntityCount } = await context.createBrief(engagement);
  return { entityId: id, briefUrl: context.urlOf(id), sourceEntityCount, error: null };
}

const refused = (code: BriefRefusal, message: string, sourceEntityCount = 0): GenerateOutput => ({
  entityId: null,
  briefUrl: null,
  sourceEntityCount,
  error: { code, message },
});
