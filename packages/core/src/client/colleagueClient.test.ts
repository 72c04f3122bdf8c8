import { expect, test } from "vitest";
import { colleagueClient } from "./colleagueClient.ts";
import { createHttpClient } from "./httpClient.ts";
import type { ToolClient } from "./toolClient.ts";

const client = createHttpClient({ baseUrl: "" });

test("lacks what only a session's person may do in it", () => {
  const lacking = Object.keys(client).filter(
    (method) => colleagueClient(client)[method as keyof ToolClient] === undefined,
  );
  expect(lacking.toSorted()).toEqual([
    ..."answer chat deleteSession renameSession resume revoke share shares unshare".split(" "),
  ]);
  expect(lacking.some((method) => method in colleagueClient(client))).toBe(false);
});

test("says of each call that it waits for another person, and keeps what may be done with it", () => {
  const own = { answer: true, edit: true, cancel: false, session: true, decline: false };
  expect(colleagueClient({ ...client, can: () => own }).can?.("c1")).toEqual({
    ...{ answer: false, edit: false, cancel: false, session: false, decline: false, notYours: true },
  });
  const { can: _, ...silent } = client;
  expect(colleagueClient(silent).can?.("c1")).toMatchObject({ answer: false, cancel: true, notYours: true });
  expect(colleagueClient({}).can?.("c1")).toMatchObject({ answer: false, cancel: false, notYours: true });
});

test("is one client for each, whose methods stay the same and are called as that client's own", async () => {
  class Own implements ToolClient {
    readonly #name = "own";
    async calls() {
      return [this.#name] as never[];
    }
    async answer() {}
  }
  const one = new Own();
  expect(colleagueClient(one)).toBe(colleagueClient(one));
  expect(colleagueClient(one).calls).toBe(colleagueClient(one).calls);
  expect(await colleagueClient(one).calls?.("any")).toEqual(["own"]);
  expect(colleagueClient(one).answer).toBeUndefined();
});
