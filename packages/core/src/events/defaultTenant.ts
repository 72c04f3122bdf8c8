/** The tenant of whoever shows no credential; its rows hold for every tenant. */
export const DEFAULT_TENANT_ID = "00000000-0000-0000-0000-000000000000";
