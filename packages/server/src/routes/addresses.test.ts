import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { apiRoutes } from "../host.ts";
import { embedPages } from "./embedPages.ts";
import { embedRoutes } from "./embedRoutes.ts";
import { previewRoutes } from "./previewRoutes.ts";
import { sharedRoutes } from "./shareRoutes.ts";

const nobody = () => Promise.reject(new Error("Nothing is asked here."));
const all = [
  ...apiRoutes.map(([base, routes]) => [base, routes()] as const),
  ["/api/previews", previewRoutes(nobody)],
  ["/api/shared", sharedRoutes(nobody)],
  ["/api/embed", embedRoutes(nobody)],
  ["/embed", embedPages(nobody)],
] as const;

it("are all named in docs/http.md", () => {
  const withoutNames = (text: string) => text.replace(/:\w+/g, ":id");
  const page = withoutNames(readFileSync(new URL("../../../../docs/http.md", import.meta.url), "utf8"));
  const addresses = all.flatMap(([base, { routes }]) => routes.map(({ path }) => withoutNames(base + path)));
  expect(addresses.length).toBeGreaterThan(30);
  // A row may name its second address by the end alone: `POST /api/calls/:callId/approve`, `…/deny`.
  const isNamed = (address: string) =>
    [address, `…/${address.split("/").slice(-2).join("/")}`, `…/${address.split("/").at(-1)}`].some((name) =>
      page.includes(name.replace(/\/$/, "")),
    );
  expect(addresses.filter((address) => !isNamed(address))).toEqual([]);
});
