import { describe, expect, test } from "vitest";
import type { ToolContext } from "./context.ts";
import type { ToolDefinition, ToolOrigin } from "./definition.ts";
import { canUse } from "./visibility.ts";

const base: ToolContext = { userId: "ada", spaceId: null, requestId: "r1" };
const tool = (rest: Partial<ToolDefinition> = {}): ToolDefinition => ({
  slug: "roi",
  name: "ROI",
  description: "",
  category: "analysis",
  icon: "calculator",
  inputSchema: {},
  execute: () => null,
  ...rest,
});
const on = { enabled: ["roi"], disabled: [] };
const off = { enabled: [], disabled: ["roi"] };
const both = { enabled: ["roi"], disabled: ["roi"] };

describe("canUse", () => {
  test.each<[ToolOrigin | undefined, ToolContext["switches"], string | null]>([
    [undefined, undefined, null],
    [undefined, on, null],
    [undefined, off, "switched_off"],
    ["custom", undefined, null],
    ["custom", off, "switched_off"],
    ["platform", undefined, null],
    ["platform", on, null],
    ["platform", off, "switched_off"],
    ["system", undefined, "not_enabled"],
    ["system", { enabled: [], disabled: [] }, "not_enabled"],
    ["system", on, null],
    ["system", off, "switched_off"],
    ["system", both, "switched_off"],
    ["custom", both, "switched_off"],
  ])("a %s tool with %j: %s", (origin, switches, why) => {
    const answer = canUse(tool({ origin }), { ...base, switches });
    expect(answer).toMatchObject({ see: why === null, run: why === null });
    expect(answer.why?.code ?? null).toBe(why);
  });

  test.each<[string[] | undefined, string | null | undefined, boolean]>([
    [undefined, undefined, true],
    [[], undefined, true],
    [["acme"], "acme", true],
    [["acme", "beta"], "beta", true],
    [["acme"], "beta", false],
    [["acme"], "", false],
    [["acme"], null, false],
    [["acme"], undefined, false],
  ])("for the tenants %j, seen by %j: %s", (tenantSlugs, tenantSlug, may) => {
    const answer = canUse(tool({ tenantSlugs }), { ...base, tenantSlug });
    expect(answer.see).toBe(may);
    expect(answer.why?.code).toBe(may ? undefined : "not_for_tenant");
  });

  test.each<[string | undefined, string[] | undefined, boolean]>([
    [undefined, undefined, true],
    ["run:roi", undefined, false],
    ["run:roi", [], false],
    ["run:roi", ["run:other"], false],
    ["run:roi", ["run:other", "run:roi"], true],
  ])("with the permission %j needed, and %j held: %s", (requiredPermission, permissions, may) => {
    const answer = canUse(tool({ requiredPermission }), { ...base, permissions });
    expect(answer.run).toBe(may);
    expect(answer.why?.code).toBe(may ? undefined : "not_permitted");
  });

  test("the tool itself has the last word, and is asked with the whole context", () => {
    const needsSpace = tool({ available: ({ spaceId }) => spaceId !== null });
    expect(canUse(needsSpace, base).why?.code).toBe("not_available");
    expect(canUse(needsSpace, { ...base, spaceId: "s" })).toEqual({ see: true, run: true, why: null });
  });

  test("a check that throws hides the tool and says why", () => {
    const broken = tool({
      available: () => {
        throw new Error("no settings");
      },
    });
    expect(canUse(broken, base)).toMatchObject({
      see: false,
      run: false,
      why: { code: "not_available", message: 'The availability check of "roi" failed: no settings' },
    });
  });

  test("a tool that is not for this tenant is not asked", () => {
    let asked = false;
    const curious = tool({ tenantSlugs: ["acme"], available: () => (asked = true) });
    canUse(curious, base);
    expect(asked).toBe(false);
  });
});
