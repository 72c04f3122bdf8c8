/** @throws where no tenant is known: what a tool keeps belongs to tenants. */
export function tenantOf(tenantId: string | null | undefined): string {
  if (!tenantId) throw new Error("No tenant is known here, and documents belong to tenants. Run this through a host.");
  return tenantId;
}
