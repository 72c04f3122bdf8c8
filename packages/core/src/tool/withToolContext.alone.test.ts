import { expect, test } from "vitest";
import { getToolContextTenantId, withToolContext } from "./withToolContext.ts";

test("a scope holds until its function returns where nothing can follow it, and refuses what is not over then", () => {
  expect(getToolContextTenantId()).toBeNull();
  expect(withToolContext({ tenantId: "a" }, getToolContextTenantId)).toBe("a");
  expect(() => withToolContext({ tenantId: "a" }, async () => "late")).toThrow("@callboard/server");
  expect(() =>
    withToolContext({ tenantId: "a" }, () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(getToolContextTenantId()).toBeNull();
});
