import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isPublicAddress } from "@callboard/server";
import { fetchPublic } from "./fetchPublic.ts";
import { readablePage } from "./readablePage.ts";

const pages: Record<string, RequestListener> = {
  "/": (_request, response) =>
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .end(
        `<html><head><title>Herons</title></head><body><nav>Menu</nav><article><h1>Herons</h1>${"<p>A heron waits in the water for a long time, and then it strikes at once.</p>".repeat(8)}</article></body></html>`,
      ),
  "/hop": (_request, response) => response.writeHead(302, { location: "/" }).end(),
  "/inside": (_request, response) => response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
  "/rebound": (_request, response) => response.writeHead(302, { location: "http://rebound.test/" }).end(),
  "/loop": (_request, response) => response.writeHead(302, { location: "/loop" }).end(),
  "/large": (_request, response) => response.setHeader("content-type", "text/plain").end("x".repeat(6_000_000)),
  "/bomb": (_request, response) =>
    response
      .setHeader("content-type", "text/plain")
      .setHeader("content-encoding", "gzip")
      .end(gzipSync("x".repeat(50_000_000))),
  "/binary": (_request, response) => response.setHeader("content-type", "image/png").end("x"),
  "/slow": (_request, response) => void response.setHeader("content-type", "text/plain").write("a"),
  "/gone": (_request, response) => response.writeHead(404).end(),
};

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => (pages[request.url ?? ""] ?? pages["/gone"])?.(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A name of the outside that leads to the server here, which stands for the internet. */
const outside = (path: string, more: object = {}) =>
  fetchPublic(`http://outside.test:${port}${path}`, {
    resolve: async (hostname) =>
      hostname === "outside.test"
        ? [{ address: "127.0.0.1", family: 4 }]
        : [
            { address: "93.184.216.34", family: 4 },
            { address: "10.0.0.1", family: 4 },
          ],
    isAllowed: (address) => address === "127.0.0.1" || isPublicAddress(address),
    ...more,
  });

describe("addresses", () => {
  it.each([
    "127.0.0.1",
    "127.9.9.9",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "224.0.0.1",
    "192.0.0.1",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "fe80::1%eth0",
    "none",
    "",
  ])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(["93.184.216.34", "8.8.8.8", "2606:4700::1111"])("%s is public", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:ffff:7f00:1]/",
    "http://0/",
    "http://localhost/",
    "http://localhost./",
    "http://127.0.0.1.:80/",
    "http://①②⑦.0.0.1/",
  ])("%s is refused before anything is connected to", async (url) => {
    const asked = vi.fn();
    server.once("connection", asked);
    await expect(fetchPublic(url.replace(/\/$/, `:${port}/`).replace(":80:", ":"))).rejects.toThrow(
      /private network|no address|There is no host/,
    );
    server.off("connection", asked);
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "javascript:1",
    "data:text/plain,a",
    "http://a:b@example.com/",
    "no address",
    "http://",
  ])("%s is refused", async (url) => await expect(fetchPublic(url)).rejects.toThrow(/not fetched|no address/));
});

describe("hops", () => {
  it("are followed, and each is checked where it leads", async () => {
    expect(await outside("/hop")).toMatchObject({ url: `http://outside.test:${port}/`, mediaType: "text/html" });
    await expect(outside("/inside")).rejects.toThrow("169.254.169.254 leads to a private network");
    // One of its two addresses is private.
    await expect(outside("/rebound")).rejects.toThrow("rebound.test leads to a private network");
    await expect(outside("/loop")).rejects.toThrow("redirects more than 5 times");
  });

  it("a name that leads elsewhere the second time is asked once", async () => {
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
    expect((await outside("/", { resolve })).text).toContain("heron");
    expect(asked).toBe(1);
  });
});

describe("limits", () => {
  it.each([
    ["/large", /more than 5 MB/],
    ["/bomb", /more than 5 MB/],
    ["/binary", /image\/png, and only texts/],
    ["/gone", /answered with 404/],
  ])("%s", async (path, why) => await expect(outside(path)).rejects.toThrow(why));

  it("of time, also while a page comes", async () => {
    await expect(outside("/slow", { timeLimit: 300 })).rejects.toThrow("did not answer within 0.3 s");
  });
});

it("a page is read as what it says", async () => {
  const { title, text } = await readablePage(await outside("/"));
  expect(title).toBe("Herons");
  expect(text).toContain("A heron waits");
  expect(text).not.toMatch(/Menu|</);
});

it("a page that leaves its tags out is read as well", async () => {
  const text = "<!doctype html><title>Herons</title><p>They wait.";
  const read = await readablePage({ url: "https://example.com/", mediaType: "text/html", text });
  expect(read).toMatchObject({ title: "Herons", text: "They wait." });
});
