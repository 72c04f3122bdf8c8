import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FALLBACKS } from "../../../tools/_shared/imageFallbacks.ts";
import { createImageModels } from "./images.ts";

const { signal } = new AbortController();
const photo = () => {
  const png = new PNG({ width: 20, height: 20 });
  png.data.fill(255);
  return { name: "a.png", mediaType: "image/png", bytes: new Uint8Array(PNG.sync.write(png)) };
};
const ask = { model: "any", prompt: "A red fox", references: [], size: "256x128", signal } as const;
const read = (bytes: Uint8Array) => PNG.sync.read(Buffer.from(bytes));

describe("the stand-in", () => {
  const models = createImageModels();

  it("offers the three fallbacks, and says that none is connected", async () => {
    expect(await models.list()).toEqual(FALLBACKS.map((model) => ({ ...model, live: false })));
  });

  it("draws the same for the same request, another for another, and says that it is one", async () => {
    const first = await models.make(ask);
    expect(first).toMatchObject({ madeBy: null });
    expect(read(first.file.bytes)).toMatchObject({ width: 128, height: 64 });
    expect((await models.make(ask)).file.bytes).toEqual(first.file.bytes);
    expect((await models.make({ ...ask, prompt: "A blue fox" })).file.bytes).not.toEqual(first.file.bytes);
    expect((await models.make({ ...ask, references: [photo()] })).file.bytes).not.toEqual(first.file.bytes);
  });

  it("covers the ground of a photo in the product's colour, and leaves what is above", async () => {
    const laying = { color: "#402010", seed: "sku", ground: 50 };
    const request = { ...ask, references: [photo()], laying };
    const { file } = await models.make(request);
    const { data, width } = read(file.bytes);
    const pixel = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect(pixel(5, 3)).toEqual([255, 255, 255]);
    const [red, green, blue] = pixel(5, 18) as [number, number, number];
    // 15 % of the white is left, and twice as much red as green, four times as much as blue comes on top.
    expect([red - 38, green - 38].map((value) => value > 20 && value < 80)).toEqual([true, true]);
    expect(Math.abs(red - 38 - 2 * (green - 38)) < 4 && Math.abs(green - 38 - 2 * (blue - 38)) < 4).toBe(true);
    expect((await models.make(request)).file.bytes).toEqual(file.bytes);
  });

  it("names a picture that it cannot read", async () => {
    const laying = { color: "#402010", seed: "sku", ground: 50 };
    const of = (mediaType: string) => models.make({ ...ask, references: [{ ...photo(), mediaType }], laying });
    await expect(of("image/webp")).rejects.toThrow(/reads PNG and JPEG, and "a.png" is image\/webp/);
    await expect(of("image/jpeg")).rejects.toThrow(/"a.png" cannot be read/);
  });
});

describe("a provider", () => {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    paths.push(request.url!);
    const data =
      request.url === "/v1/models" ? [{ id: "gpt-image-1" }, { id: "gpt-4.1" }, { id: FALLBACKS[2]!.id }] : [];
    const b64 = Buffer.from(photo().bytes).toString("base64");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: data.length > 0 ? data : [{ b64_json: b64 }] }));
  });
  let baseURL: string;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("lists its own models that make pictures, and the fallbacks that it does not list", async () => {
    const listed = (await createImageModels({ baseURL }).list()).map(({ id }) => id);
    expect(listed).toEqual(["gpt-image-1", FALLBACKS[2]!.id, FALLBACKS[0]!.id, FALLBACKS[1]!.id]);
    const unreached = await createImageModels({ baseURL: "http://127.0.0.1:1/v1" }).list();
    expect(unreached.map(({ id }) => id)).toEqual(FALLBACKS.map(({ id }) => id));
  });

  it("makes a picture, and edits one where there is a reference", async () => {
    const models = createImageModels({ baseURL });
    paths.length = 0;
    const made = await models.make({ ...ask, model: "gpt-image-1" });
    expect(made).toMatchObject({ madeBy: "gpt-image-1", file: { mediaType: "image/png" } });
    await models.make({ ...ask, model: "gpt-image-1", references: [photo()] });
    expect(paths).toEqual(["/v1/images/generations", "/v1/images/edits"]);
  });
});
