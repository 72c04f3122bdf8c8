import { ToolClientError, type ToolClient } from "@callboard/core";
import { expect, expectTypeOf, test } from "vitest";
import { ableClient, isAble } from "./clientAbilities.ts";

const tools = async () => [];

test("a client that has a method needs no second look", async () => {
  const client: ToolClient = { tools };
  expect([isAble(client, "tools"), isAble(client, "run"), isAble(undefined, "tools")]).toEqual([true, false, false]);
  if (isAble(client, "tools")) expectTypeOf(client.tools).not.toBeNullable();
  expect(await ableClient(client, "tools").tools()).toEqual([]);
});

test("a method is called as its client's own", async () => {
  class Own implements ToolClient {
    readonly name = "own";
    async calls() {
      return [this.name] as never[];
    }
  }
  expect(await ableClient(new Own(), "calls").calls("any")).toEqual(["own"]);
});

test("a client that lacks a method is told by what it lacks", () => {
  for (const client of [undefined, {}, { tools }]) {
    const run = () => ableClient(client, "run");
    expect(run).toThrow(ToolClientError);
    expect(run).toThrow("This needs a client with `run`.");
  }
});
