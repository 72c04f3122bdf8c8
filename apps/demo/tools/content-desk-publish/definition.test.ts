import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectionKind } from "@callboard/core";
import type { OpenedConnection } from "@callboard/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSend } from "../../src/server/send.ts";
import { captureWith, noServices } from "../_shared/captureWith.ts";

const SECRET = "desk:password-77";
const PICTURE = { name: "süß.png", mediaType: "image/png", bytes: new Uint8Array([137, 80, 78, 71]) };
const COVER = "http://localhost/api/uploads/upload_1/s.png";

interface Got {
  line: string;
  headers: IncomingHttpHeaders;
  body: string;
}
let got: Got[];
/** What the server answers next, by `METHOD path`; 201 and an id unless given. */
let answers: Record<string, [status: number, body: unknown, headers?: Record<string, string>]>;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request.setEncoding("latin1")) body += String(part);
  const line = `${request.method} ${request.url}`;
  got.push({ line, headers: request.headers, body: Buffer.from(body, "latin1").toString("utf8") });
  const [status, answer, headers] = answers[line] ?? [201, { id: 7 }];
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
});
let host: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  got = [];
  answers = {};
});

const ADDRESSES: Readonly<Record<ConnectionKind, string>> = {
  wordpress: "/blog/",
  webhook: "/hook",
  social: "/statuses",
};

async function publish(kind: ConnectionKind, input: object, allowed = [host], of: Partial<OpenedConnection> = {}) {
  const connection: OpenedConnection = {
    id: "connection_1",
    name: "Company blog",
    kind,
    address: `http://${host}${ADDRESSES[kind]}`,
    hasSecret: true,
    createdAt: 0,
    secret: SECRET,
    ...of,
  };
  const tool = await captureWith(() => import("./definition.ts"), {
    connections: {
      ...noServices.connections,
      list: async (tenantId) => (tenantId === "t" ? [connection] : []),
      open: async (tenantId, key) =>
        tenantId === "t" && ("id" in key ? key.id === connection.id : key.name.toLowerCase() === "company blog")
          ? connection
          : undefined,
    },
    files: {
      ...noServices.files,
      read: async (tenantId, url) => (tenantId === "t" && url === COVER ? PICTURE : undefined),
    },
    send: createSend({ allowed }),
  });
  const whole = { connectionId: "connection_1", title: "Hello", body: "Some **words** <script>x</script>", ...input };
  return tool.run(whole, { context: { tenantId: "t" } });
}

describe("WordPress", () => {
  it("gets picture and tags first, and then a post that names them, in HTML without foreign markup", async () => {
    answers = {
      "POST /blog/wp-json/wp/v2/media": [201, { id: 31 }],
      "GET /blog/wp-json/wp/v2/tags?per_page=100&search=Events": [
        200,
        [
          { id: 4, name: "Other events" },
          { id: 5, name: "events" },
        ],
      ],
      "GET /blog/wp-json/wp/v2/tags?per_page=100&search=New": [200, []],
      "POST /blog/wp-json/wp/v2/tags": [201, { id: 6 }],
      "POST /blog/wp-json/wp/v2/posts": [201, { id: 99, link: "https://blog.example/?p=99" }],
    };
    const { output, error } = await publish("wordpress", { cover: COVER, topics: ["Events", "New"], mode: "publish" });
    expect(error).toBeNull();
    expect(output).toEqual({
      summary: {
        state: "Published",
        title: "Hello",
        destination: "Company blog",
        kind: "wordpress",
        url: "https://blog.example/?p=99",
        id: "99",
        characters: 33,
      },
    });
    expect(got.map(({ line }) => line)).toEqual(Object.keys(answers));
    const authorization = `Basic ${Buffer.from(SECRET).toString("base64")}`;
    expect(got.every(({ headers }) => headers.authorization === authorization)).toBe(true);
    expect(got[0]!.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "attachment; filename*=UTF-8''s%C3%BC%C3%9F.png",
    });
    expect(JSON.parse(got.at(-1)!.body)).toEqual({
      title: "Hello",
      content: "<p>Some <strong>words</strong> &lt;script&gt;x&lt;/script&gt;</p>",
      status: "publish",
      featured_media: 31,
      tags: [5, 6],
    });
  });

  it("keeps a draft, and asks for nothing that is not there", async () => {
    const { output } = await publish("wordpress", { connectionId: undefined, connectionName: "company BLOG" });
    expect(output).toMatchObject({ summary: { state: "Draft", id: "7", url: null } });
    expect(got.map(({ line }) => line)).toEqual(["POST /blog/wp-json/wp/v2/posts"]);
    expect(JSON.parse(got[0]!.body)).toMatchObject({ status: "draft" });
  });
});

it("signs what a webhook gets, over exactly its bytes", async () => {
  const { error } = await publish("webhook", { cover: COVER, author: "ada", topics: ["Events"] });
  expect(error).toBeNull();
  const [{ headers, body }] = got as [Got];
  expect(headers["x-signature-256"]).toBe(`sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`);
  expect(JSON.parse(body)).toMatchObject({
    mode: "draft",
    title: "Hello",
    author: "ada",
    topics: ["Events"],
    cover: { name: "süß.png", mediaType: "image/png", base64: "iVBORw==" },
  });
  expect(headers["idempotency-key"]).toBe((JSON.parse(body) as { id: string }).id);
});

it("tells a social account in one text, by a token", async () => {
  answers = { "POST /statuses": [200, { id: "a1", url: "https://social.example/a1" }] };
  const { output } = await publish("social", { mode: "publish", topics: ["Events"] });
  expect(output).toMatchObject({ summary: { state: "Published", id: "a1", url: "https://social.example/a1" } });
  expect(got[0]!.headers.authorization).toBe(`Bearer ${SECRET}`);
  expect(JSON.parse(got[0]!.body)).toEqual({
    text: "Hello\n\nSome **words** <script>x</script>",
    draft: false,
    media: [],
    tags: ["Events"],
  });
});

describe("what goes wrong", () => {
  it("says what the destination said, and what to check; never the secret", async () => {
    answers = { "POST /hook": [401, { message: "No." }] };
    const refused = await publish("webhook", {});
    expect(refused.error).toBe(
      '"Company blog" answered 401: No. Check the secret of the connection and what its account may do.',
    );
    answers = { "POST /hook": [302, "", { location: "http://127.0.0.1:1/" }] };
    const moved = await publish("webhook", {});
    expect(moved.error).toMatch(/answered 302. Check the address/);
    answers = { "POST /hook": [500, "<html>broken</html>"] };
    const broken = await publish("webhook", {});
    expect(broken.error).toMatch(/answered 500. Nothing is known to have been kept/);
    expect(got).toHaveLength(3);
    expect(JSON.stringify([refused, moved, broken])).not.toContain(SECRET);
  });

  it("sends to no host that the operator did not list, and says how to list it", async () => {
    expect((await publish("webhook", {}, [])).error).toMatch(`CALLBOARD_PUBLISH_TO=${host}`);
    expect((await publish("webhook", {}, ["127.0.0.1:1"])).error).toMatch("may not send");
    expect((await publish("webhook", {}, [host], { address: "file:///etc/passwd" })).error).toMatch("may not send");
    expect(got).toEqual([]);
  });

  it("names the connections there are, and refuses a picture of somebody else", async () => {
    expect((await publish("webhook", { connectionId: "nope" })).error).toMatch(/no connection "nope".*"Company blog"/);
    expect((await publish("webhook", { connectionId: undefined })).error).toMatch(/No connection was named/);
    expect((await publish("webhook", { cover: "http://evil.example/x.png" })).error).toMatch(
      /no file of this workspace/,
    );
    expect(got).toEqual([]);
  });
});
