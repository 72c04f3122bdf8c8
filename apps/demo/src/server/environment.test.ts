import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

const app = resolve("/repository/apps/demo");

it("has a standard for everything, and takes what is empty as not given", () => {
  const standard = {
    port: 4600,
    hostname: "127.0.0.1",
    allowedHosts: ["127.0.0.1"],
    dataDir: resolve("/repository/.callboard/data"),
    databaseUrl: undefined,
    secretKey: undefined,
    packages: resolve("/repository/node_modules"),
    handbook: resolve("/repository/docs"),
    openData: resolve(app, "corpus/open-data"),
    publishTo: [],
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
    CALLBOARD_ALLOWED_HOSTS: "tools.example.com, .lan",
    CALLBOARD_DATA: "/var/data",
    DATABASE_URL: "postgres://db/callboard",
    CALLBOARD_SECRET_KEY: "a key",
    CALLBOARD_PUBLISH_TO: "blog.example, hooks.example:8443,",
    CALLBOARD_IMAGE_BASE_URL: "https://images.example/v1",
  };
  expect(readEnvironment(env, app)).toMatchObject({
    publishTo: ["blog.example", " hooks.example:8443"],
    imageProvider: { baseURL: "https://images.example/v1" },
    port: 8080,
    hostname: "0.0.0.0",
    allowedHosts: ["tools.example.com", ".lan"],
    dataDir: resolve("/var/data"),
    databaseUrl: "postgres://db/callboard",
    secretKey: "a key",
  });
});

it("answers to the address that it listens at", () => {
  expect(readEnvironment({ HOST: "192.168.0.7" }, app).allowedHosts).toEqual(["192.168.0.7"]);
  expect(readEnvironment({ HOST: "192.168.0.7", CALLBOARD_ALLOWED_HOSTS: "*" }, app).allowedHosts).toBe(true);
});
