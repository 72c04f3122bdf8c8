import { expect, it } from "vitest";
import type { Entity } from "../../src/server/entities.ts";
import type { ToolFile } from "../../src/server/files.ts";
import type { ImageRequest } from "../../src/server/images/images.ts";
import { captureWith, noServices } from "../_shared/captureWith.ts";
import { PRODUCT_DATA } from "../_shared/imsProductData.ts";

const load = () => import("./definition.ts");
const PHOTO = "http://localhost/api/uploads/upload_1/bed.png";
const bed: ToolFile = { name: "bed.png", mediaType: "image/png", bytes: new Uint8Array([1, 2]) };
const context = { tenantId: "t", tenantSlug: "ims" };

async function capture(live: readonly Entity[] = []) {
  const asked: ImageRequest[] = [];
  const tool = await captureWith(load, {
    entities: { list: async (_tenant, type) => live.filter((one) => one.type === type) },
    files: {
      read: async (tenantId, url) => (tenantId === "t" && url === PHOTO ? bed : undefined),
      write: async (_tenant, _user, { name }) => `/api/uploads/upload_2/${name}`,
    },
    images: {
      ...noServices.images,
      async make(request) {
        asked.push(request);
        const file = { name: "picture.png", mediaType: "image/png", bytes: new Uint8Array([9]) };
        return { file, madeBy: null };
      },
    },
  });
  return { ...tool, asked };
}

it("has the photo edited with the product's colour, and shows both, saying that a stand-in did it", async () => {
  const { run, asked } = await capture();
  const { output, error } = await run(
    { photo: PHOTO, product: "protoast-fine", wishes: "Leave the stones." },
    { context },
  );
  expect(error).toBeNull();
  expect(output).toMatchObject({
    before: { url: PHOTO, name: "bed.png", bytes: 2 },
    after: { url: "/api/uploads/upload_2/after-picture.png", bytes: 1 },
    summary: {
      product: "Protoast Fine",
      sku: "Protoast Fine, 50 l",
    },
    note: expect.stringContaining("stand-in"),
  });
  expect(asked).toEqual([
    expect.objectContaining({
      references: [bed],
      laying: { color: PRODUCT_DATA["protoast-fine"].color, seed: "protoast-fine-50l", ground: 45 },
      prompt: expect.stringMatching(/Protoast Fine.*#5b4230.*5 cm.*Leave the stones\.$/),
    }),
  ]);
});

it("offers the tenant's own bags of a product where it keeps some", async () => {
  const bag = PRODUCT_DATA["protoast-fine"].bag;
  const sku = (slug: string, product: string): Entity => ({ type: "sku", slug, name: slug, data: { product, bag } });
  const { run, asked } = await capture([sku("big-fine", "protoast-fine"), sku("lost", "gone")]);
  expect((await run({ photo: PHOTO, product: "protoast-fine" }, { context })).output).toMatchObject({
    summary: { sku: "big-fine" },
  });
  expect(asked[0]!.laying!.seed).toBe("big-fine");
  const none = await run({ photo: PHOTO, product: "protoast-slope" }, { context });
  expect(none.error).toMatch(/No bag of Protoast Slope is sold/);
  const wrong = await run({ photo: PHOTO, product: "protoast-fine", sku: "lost" }, { context });
  expect(wrong.error).toMatch(/no bag of Protoast Fine "lost". Choose one of big-fine/);
});

it("refuses a photo of another workspace", async () => {
  const { run } = await capture();
  const { error } = await run({ photo: "http://evil.example/a.png", product: "protoast-fine" }, { context });
  expect(error).toMatch(/no file of this workspace/);
});
