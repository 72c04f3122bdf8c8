import { readFileSync } from "node:fs";
import * as entry from "@callboard/core/client";
import { expect, it } from "vitest";
import { hostRoutes } from "../testing/fixtures/hostRoutes.ts";

const page = readFileSync(new URL("../../../../docs/http.md", import.meta.url), "utf8");

it("are all named in docs/http.md", async () => {
  const withoutNames = (text: string) => text.replace(/:\w+/g, ":id");
  const named = withoutNames(page);
  const { routes, openRoutes } = await hostRoutes();
  const addresses = [...routes, ...openRoutes].map(({ path }) => withoutNames(path));
  expect(addresses.length).toBeGreaterThan(30);
  // A row may name its second address by the end alone: `POST /api/calls/:callId/approve`, `…/deny`.
  const isNamed = (address: string) =>
    [address, `…/${address.split("/").slice(-2).join("/")}`, `…/${address.split("/").at(-1)}`].some((name) =>
      named.includes(name.replace(/\/$/, "")),
    );
  expect(addresses.filter((address) => !isNamed(address))).toEqual([]);
});

it("have clients that stand in docs/http.md, each with what it does", () => {
  const transport = entry.createTransport({ baseUrl: "http://localhost" });
  const clients = Object.entries(entry).flatMap(([name, made]) =>
    /^[a-z]\w*Client$/.test(name) && name !== "createHttpClient"
      ? [[name, Object.keys((made as (over: typeof transport) => object)(transport)).toSorted()]]
      : [],
  );
  const rows = page.split("\n").flatMap((line) => {
    const [, name, does] = /^\| `(\w+Client)` +\| ([^:,|]+)/.exec(line) ?? [];
    return name && does ? [[name, [...does.matchAll(/`(\w+)`/g)].map(([, method]) => method).toSorted()]] : [];
  });
  expect(clients.length).toBeGreaterThan(10);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(clients));
});
