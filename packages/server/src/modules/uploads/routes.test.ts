import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttpClient, createRegistry, type StoredFile } from "@callboard/core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createStore } from "../../createStore.ts";
import { DEFAULT_TENANT_ID, type Store } from "../../store.ts";
import { createHost, type Host } from "../../host.ts";
import { serve, type Serving } from "../../serve.ts";
import { makeDataFolder } from "../../testing/fixtures/dataFolder.ts";
import { TEST_ENGINES, type TestStore } from "../../testing/fixtures/engines.ts";
import { memoryStore } from "../../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const COLLEAGUE = { userId: "carl", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';

const hostOf = (store: Store, uploads = {}) =>
  createHost({
    registry: createRegistry(),
    store,
    uploads: { maxBytes: 1_000_000, ...uploads },
    actor: { eve: OTHER, carl: COLLEAGUE },
    onProblem: () => {},
  });
const post = async (
  host: Host,
  body: BodyInit | ReadableStream,
  { type, name = "a.png", token, headers }: { type?: string; name?: string; token?: string; headers?: object } = {},
) => {
  const response = await host.fetch(
    new Request(`http://localhost/api/uploads?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: {
        ...(type && { "content-type": type }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
      duplex: "half",
    } as RequestInit),
  );
  const answer = (await response.json()) as StoredFile & { error?: { code: string; message: string } };
  return { status: response.status, answer };
};
const get = (host: Host, path: string, token?: string) =>
  host.fetch(new Request(`http://localhost${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {}));
const rowsOf = (store: Store, table: string, tenantId = DEFAULT_TENANT_ID) =>
  store.database.asTenant(tenantId, async (tx) => {
    const [row] = await tx.query<{ n: number }>(`select count(*)::int as n from callboard.${table}`);
    return row!.n;
  });

describe.each(TEST_ENGINES)("uploads on $name", ({ open }) => {
  let test: TestStore;
  let host: Host;
  beforeAll(async () => {
    if (!open) return;
    test = await open();
    host = hostOf(test.store);
    await host.ready;
  }, 60_000);
  afterAll(async () => {
    await host?.close();
    await test?.end();
  });

  it.skipIf(!open)("gives a file back as it came, to its own tenant alone", async () => {
    const bytes = Buffer.concat([PNG, randomBytes(700_000)]);
    const { status, answer } = await post(host, bytes, { type: "image/png", name: "../plän b.png" });
    expect([status, answer.name, answer.mediaType, answer.bytes]).toEqual([
      201,
      "plän b.png",
      "image/png",
      bytes.length,
    ]);
    expect(answer.id).toMatch(/^upload_[\w-]{32}$/);
    for (const path of [answer.url, `/api/uploads/${answer.id}`]) {
      const file = await get(host, path);
      expect(file.status).toBe(200);
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      expect((await get(host, path, "eve")).status).toBe(404);
    }
    const missing = await get(host, `/api/uploads/upload_${"x".repeat(32)}`, "eve");
    const foreign = await get(host, `/api/uploads/${answer.id}`, "eve");
    expect(await foreign.text()).toBe(await missing.text());
    expect(await rowsOf(test.store, "uploads", OTHER.tenantId)).toBe(0);
    expect(await rowsOf(test.store, "upload_chunks", OTHER.tenantId)).toBe(0);
  });

  it.skipIf(!open).each(["a length", "no length"])(
    "keeps a tenant's files within its room, many at once with %s",
    async (length) => {
      const tenantId = randomUUID();
      const crowd = { userId: "ada", tenantId, tenantSlug: length, permissions: [] };
      const small = createHost({
        registry: createRegistry(),
        store: test.store,
        uploads: { maxTenantBytes: 1_000_000 },
        actor: () => crowd,
        onProblem: () => {},
      });
      const file = Buffer.concat([PNG, randomBytes(300_000)]);
      const stream = () => new Blob([file]).stream();
      const send = () =>
        length === "a length"
          ? post(small, file, { type: "image/png", headers: { "content-length": String(file.length) } })
          : post(small, stream(), { type: "image/png" });
      const answers = await Promise.all(Array.from({ length: 12 }, send));
      const kept = answers.filter(({ status }) => status === 201);
      const others = answers.filter(({ status }) => status !== 201).map(({ answer }) => answer.error?.code);
      expect(new Set(others)).toEqual(new Set(["storage_full"]));
      expect(kept.length).toBeLessThanOrEqual(3);
      // Whoever says how much comes is given room for it or refused at once; the others may be refused half-way, all of
      // them.
      if (length === "a length") expect(kept.length).toBe(3);
      expect(await rowsOf(test.store, "uploads", tenantId)).toBe(kept.length);
      expect(await rowsOf(test.store, "upload_chunks", tenantId)).toBe(2 * kept.length);
      await small.close();
    },
  );

  it.skipIf(!open)("deletes a file for whom it is from, which makes room", async () => {
    const { answer } = await post(host, PNG, { type: "image/png" });
    const before = await rowsOf(test.store, "upload_chunks");
    const remove = async (token?: string) => {
      const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
      const response = await host.fetch(
        new Request(`http://localhost/api/uploads/${answer.id}`, { method: "DELETE", headers }),
      );
      return response.status === 204
        ? 204
        : [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    expect(await remove("eve")).toEqual([404, "upload_not_found"]);
    expect(await remove("carl")).toEqual([403, "not_yours"]);
    expect((await get(host, answer.url)).status).toBe(200);
    expect(await remove()).toBe(204);
    expect((await get(host, answer.url)).status).toBe(404);
    expect(await remove()).toEqual([404, "upload_not_found"]);
    expect(await rowsOf(test.store, "upload_chunks")).toBe(before - 1);
  });
});

describe("uploads", () => {
  let store: Store;
  let host: Host;
  beforeAll(async () => {
    store = await memoryStore();
    host = hostOf(store);
    await host.ready;
  }, 60_000);
  afterAll(async () => {
    await host.close();
    await store.close();
  });

  it("takes the one file of a form", async () => {
    const form = new FormData();
    form.set("note", "beside it");
    form.set("file", new File([PNG], "dot.png", { type: "image/png" }));
    const { status, answer } = await post(host, form);
    expect([status, answer.name, answer.bytes]).toEqual([201, "dot.png", PNG.length]);
    const two = new FormData();
    two.append("file", new File([PNG], "a.png"));
    two.append("file", new File([PNG], "b.png"));
    for (const body of [two, new FormData()]) {
      const refused = await post(host, body);
      expect([refused.status, refused.answer.error?.code]).toEqual([400, "invalid_form"]);
    }
    const broken = await post(host, "no form", { type: "multipart/form-data; boundary=x" });
    expect([broken.status, broken.answer.error?.code]).toEqual([400, "invalid_form"]);
  });

  it.each([
    ["a picture", PNG, "image/png", "image/png", "inline"],
    ["a picture that nobody names", PNG, "", "image/png", "inline"],
    ["a picture that calls itself a PDF", PNG, "application/pdf", "image/png", "inline"],
    ["an SVG", SVG, "image/svg+xml", "image/svg+xml", "attachment"],
    ["an SVG that calls itself text", SVG, "text/plain", "image/svg+xml", "attachment"],
    ["a PDF", "%PDF-1.7 …", "application/pdf", "application/pdf", "attachment"],
    ["words", "hello, world", "text/html", "text/plain", "attachment"],
    ["a table", "a,b\n1,2", "text/csv", "text/csv", "attachment"],
  ])("serves %s so that nothing in it runs", async (_name, body, declared, mediaType, how) => {
    const { answer } = await post(host, body, { type: declared, name: `x";\r\nset-cookie: a=b.bin` });
    expect(answer.mediaType).toBe(mediaType);
    const { headers } = await get(host, `/api/uploads/${answer.id}`);
    expect(headers.get("content-type")).toBe(mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get("content-disposition")).toMatch(new RegExp(`^${how}; filename\\*=UTF-8''[\\w%.-]+$`));
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("cache-control")).toMatch(/private/);
  });

  it.each([
    ["a page", "<!doctype html><script>1</script>", "text/plain", 415, "unsupported_type"],
    ["a page that calls itself a picture", "<html><body>", "image/png", 415, "type_mismatch"],
    ["a program", "MZ\u0000\u0001", "application/octet-stream", 415, "unsupported_type"],
    ["nothing", "", "image/png", 422, "empty_file"],
    ["too much", Buffer.concat([PNG, Buffer.alloc(1_000_001)]), "image/png", 413, "file_too_large"],
  ])("refuses %s, and keeps nothing of it", async (_name, body, type, status, code) => {
    const before = [await rowsOf(store, "uploads"), await rowsOf(store, "upload_chunks")];
    const refused = await post(host, body, { type });
    expect([refused.status, refused.answer.error?.code]).toEqual([status, code]);
    expect([await rowsOf(store, "uploads"), await rowsOf(store, "upload_chunks")]).toEqual(before);
  });

  it("stops at the limit where no length is told, and reads no endless body to its end", async () => {
    const before = await rowsOf(store, "upload_chunks");
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(sent === 0 ? new Uint8Array(PNG) : new Uint8Array(65_536));
        sent += 65_536;
      },
    });
    const { status } = await post(host, endless, { type: "image/png" });
    expect(status).toBe(413);
    expect(sent).toBeLessThan(18_000_000);
    expect(await rowsOf(store, "upload_chunks")).toBe(before);
  });

  it("keeps nothing of an upload that is cut, or shorter than it said", async () => {
    const before = [await rowsOf(store, "uploads"), await rowsOf(store, "upload_chunks")];
    const cut = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(Buffer.concat([PNG, Buffer.alloc(400_000)])));
        queueMicrotask(() => controller.error(new Error("gone")));
      },
    });
    expect((await post(host, cut, { type: "image/png" })).status).toBe(500);
    const short = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(PNG));
        controller.close();
      },
    });
    const refused = await post(host, short, { type: "image/png", headers: { "content-length": "9000" } });
    expect([refused.status, refused.answer.error?.code]).toEqual([400, "upload_cut"]);
    expect([await rowsOf(store, "uploads"), await rowsOf(store, "upload_chunks")]).toEqual(before);
  });

  it("does not take a file that a page of another site sends in a visitor's name", async () => {
    const foreign = await post(host, new FormData(), { headers: { "sec-fetch-site": "cross-site" } });
    expect([foreign.status, foreign.answer.error?.code]).toEqual([403, "cross_site"]);
    const own = await post(host, PNG, { type: "image/png", headers: { "sec-fetch-site": "same-origin" } });
    expect(own.status).toBe(201);
    const withToken = await post(host, PNG, {
      type: "image/png",
      token: "eve",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(withToken.status).toBe(201);
  });

  it("says when a tenant's room is full", async () => {
    const full = hostOf(store, { maxTenantBytes: 10 });
    await full.ready;
    const { status, answer } = await post(full, PNG, { type: "image/png" });
    expect([status, answer.error?.code]).toEqual([507, "storage_full"]);
    await full.close();
  });

  it("says that a file could not be stored, and to the operator why, without a byte of it", async () => {
    const full = Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" });
    const asTenant: typeof store.database.asTenant = (tenantId, work) =>
      store.database.asTenant(tenantId, (tx) =>
        work({
          ...tx,
          query: (text, params) =>
            text.includes("insert into callboard.upload_chunks")
              ? Promise.reject(Object.assign(full, { params }))
              : tx.query(text, params),
        }),
      );
    const problems: unknown[] = [];
    const broken = createHost({
      registry: createRegistry(),
      store: { ...store, database: { ...store.database, asTenant } },
      onProblem: (message, error) => problems.push(message, error),
    });
    const before = await rowsOf(store, "uploads");
    const { status, answer } = await post(broken, Buffer.from("a secret in words"), { type: "text/plain" });
    expect([status, answer.error?.code]).toEqual([503, "storage_unavailable"]);
    expect(answer.error?.message).not.toContain("extend file");
    expect(await rowsOf(store, "uploads")).toBe(before);
    expect(problems).toContain(full);
    expect(full).not.toHaveProperty("params");
    await broken.close();
  });

  it("no tenant's transaction sees another's bytes, even without asking for its own", async () => {
    await post(host, PNG, { type: "image/png", token: "eve" });
    const seen = await store.database.asTenant(OTHER.tenantId, (tx) =>
      tx.query<{ tenant_id: string }>("select distinct tenant_id from callboard.upload_chunks"),
    );
    expect(seen).toEqual([{ tenant_id: OTHER.tenantId }]);
  });
});

describe("uploads over HTTP", () => {
  let dir: string;
  let store: Store;
  let host: Host;
  let serving: Serving;
  const start = async (): Promise<void> => {
    store = await createStore({ dataDir: dir });
    host = hostOf(store);
    serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
    await host.ready;
  };
  const stop = async (): Promise<void> => {
    await serving.close();
    await store.close();
  };
  beforeAll(async () => {
    dir = await makeDataFolder(await mkdtemp(join(tmpdir(), "callboard-uploads-")));
    await start();
  }, 60_000);
  afterAll(async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  });

  it("are refused in words that the client gets to read, though it had more to send", async () => {
    const client = createHttpClient({ baseUrl: serving.url });
    const large = new File([PNG, new Uint8Array(3_000_000)], "large.png", { type: "image/png" });
    await expect(client.upload(large)).rejects.toMatchObject({ status: 413, code: "file_too_large" });
  });

  it("that lose their connection leave nothing", async () => {
    const sending = httpRequest(`${serving.url}/api/uploads?name=a.png`, {
      method: "POST",
      headers: { "content-type": "image/png", "content-length": "900000" },
    });
    sending.on("error", () => {});
    sending.write(Buffer.concat([PNG, Buffer.alloc(400_000)]));
    await vi.waitFor(async () => expect(await rowsOf(store, "upload_chunks")).toBe(1), { timeout: 10_000 });
    sending.destroy();
    await vi.waitFor(async () => expect(await rowsOf(store, "uploads")).toBe(0), { timeout: 10_000 });
    expect(await rowsOf(store, "upload_chunks")).toBe(0);
  });

  it("are there after a restart", async () => {
    const file = new File([PNG], "kept.png", { type: "image/png" });
    const { url, name } = await createHttpClient({ baseUrl: serving.url }).upload(file);
    expect([name, new URL(url).pathname.endsWith("/kept.png")]).toEqual(["kept.png", true]);
    await stop();
    await start();
    const again = await fetch(new URL(new URL(url).pathname, serving.url));
    expect(Buffer.from(await again.arrayBuffer()).equals(PNG)).toBe(true);
  });
});
