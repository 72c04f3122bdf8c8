import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hostRoutes } from "../testing/fixtures/hostRoutes.ts";

it("are all named in docs/http.md", async () => {
  const withoutNames = (text: string) => text.replace(/:\w+/g, ":id");
  const page = withoutNames(readFileSync(new URL("../../../../docs/http.md", import.meta.url), "utf8"));
  const { routes, openRoutes } = await hostRoutes();
  const addresses = [...routes, ...openRoutes].map(({ path }) => withoutNames(path));
  expect(addresses.length).toBeGreaterThan(30);
  // A row may name its second address by the end alone: `POST /api/calls/:callId/approve`, `…/deny`.
  const isNamed = (address: string) =>
    [address, `…/${address.split("/").slice(-2).join("/")}`, `…/${address.split("/").at(-1)}`].some((name) =>
      page.includes(name.replace(/\/$/, "")),
    );
  expect(addresses.filter((address) => !isNamed(address))).toEqual([]);
});
