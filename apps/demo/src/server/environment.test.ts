import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

const app = resolve("/repository/apps/demo");

it("has a standard for everything, and takes what is empty as not given", () => {
  const standard = {
    port: 4600,
    hostname: "127.0.0.1",
    dataDir: resolve("/repository/.callboard/data"),
    databaseUrl: undefined,
    secretKey: undefined,
    packages: resolve("/repository/node_modules"),
  };
  expect(readEnvironment({}, app)).toEqual(standard);
  expect(
    readEnvironment({ PORT: "", HOST: "", CALLBOARD_DATA: "", DATABASE_URL: "", CALLBOARD_SECRET_KEY: "" }, app),
  ).toEqual(standard);
});

it("does as the environment says", () => {
  const env = {
    PORT: "8080",
    HOST: "0.0.0.0",
    CALLBOARD_DATA: "/var/data",
    DATABASE_URL: "postgres://db/callboard",
    CALLBOARD_SECRET_KEY: "a key",
  };
  expect(readEnvironment(env, app)).toMatchObject({
    port: 8080,
    hostname: "0.0.0.0",
    dataDir: resolve("/var/data"),
    databaseUrl: "postgres://db/callboard",
    secretKey: "a key",
  });
});
