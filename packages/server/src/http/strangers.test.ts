import { describe, expect, it } from "vitest";
import { allowedHostsOfEnvironment, strangerCheck } from "./strangers.ts";

const request = (headers: Record<string, string>, method = "GET") =>
  new Request("http://localhost/api/tools", { method, headers });

describe("the name that a request is addressed to", () => {
  const check = strangerCheck(["tools.example.com", "one.example:8443", ".internal"]);
  it.each([
    "localhost",
    "localhost:4600",
    "LOCALHOST:4600",
    "127.0.0.1:4600",
    "[::1]:4600",
    "[::1]",
    "tools.example.com",
    "tools.example.com:1",
    "one.example:8443",
    "internal",
    "a.b.internal",
  ])("may be %s", (host) => expect(check(request({ host }))).toBeUndefined());

  it.each([
    "evil.example",
    "evil.example:4600",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.localhost",
    "192.168.0.7:4600",
    "0.0.0.0",
    "one.example",
    "notinternal",
    "tools.example.com.evil",
    "localhost@evil.example",
    "localhost/evil",
    "",
    "a b",
    "[::2]",
  ])("may not be %s", (host) => expect(check(request({ host }))).toMatchObject({ status: 403, code: "unknown_host" }));

  it("is that of the address where no header says it", () => {
    expect(check(new Request("http://localhost/api"))).toBeUndefined();
    expect(check(new Request("http://evil.example/api"))).toMatchObject({ code: "unknown_host" });
  });

  it("says how to mend it", () => {
    expect(check(request({ host: "desk.lan:4600" }))!.message).toContain("CALLBOARD_ALLOWED_HOSTS=desk.lan,");
  });

  it("may be any where all are allowed", () => {
    expect(strangerCheck(true)(request({ host: "evil.example" }))).toBeUndefined();
  });
});

describe("a page that asks for a change", () => {
  const check = strangerCheck(["tools.example.com", "app.example:5173"]);
  const post = (headers: Record<string, string>) =>
    check(request({ host: "localhost:4600", ...headers }, "POST"))?.code;

  it.each([
    ["no page", {}],
    ["our page", { origin: "http://localhost:4600" }],
    ["our page behind TLS", { host: "tools.example.com", origin: "https://tools.example.com" }],
    ["our page behind TLS, its port named", { host: "tools.example.com:443", origin: "https://tools.example.com" }],
    ["a page of a listed host", { origin: "https://tools.example.com" }],
    ["a page of a listed host and port", { origin: "http://app.example:5173" }],
    ["our page, as a form", { "sec-fetch-site": "same-origin" }],
    ["a person who typed the address", { "sec-fetch-site": "none" }],
    ["another page with its own credential", { origin: "http://evil.example", authorization: "Bearer x" }],
  ])("may: %s", (_name, headers) => expect(post(headers)).toBeUndefined());

  it.each([
    ["another site", { origin: "http://evil.example" }],
    ["another port of this machine", { origin: "http://localhost:3000" }],
    ["a sandboxed page", { origin: "null" }],
    ["a listed host on another port", { origin: "http://app.example" }],
    ["a form of another site", { "sec-fetch-site": "cross-site" }],
    ["a form of a sibling site", { "sec-fetch-site": "same-site" }],
    ["an origin that is none", { origin: "http://localhost:4600/path" }],
  ])("may not: %s", (_name, headers) => expect(post(headers)).toBe("cross_site"));

  it("may read whatever it is: a browser does not let it see the answer", () => {
    expect(check(request({ host: "localhost", origin: "http://evil.example" }))).toBeUndefined();
  });

  it("is looked at where all names are allowed, too", () => {
    const any = strangerCheck(true);
    expect(any(request({ host: "a.example", origin: "http://b.example" }, "POST"))?.code).toBe("cross_site");
    expect(any(request({ host: "a.example", origin: "http://a.example" }, "POST"))).toBeUndefined();
  });
});

it("reads names from the environment", () => {
  expect(allowedHostsOfEnvironment("")).toEqual([]);
  expect(allowedHostsOfEnvironment(" a.example, .b.example ,")).toEqual(["a.example", ".b.example"]);
  expect(allowedHostsOfEnvironment("a.example,*")).toBe(true);
});
