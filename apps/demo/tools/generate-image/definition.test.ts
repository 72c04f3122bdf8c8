import { toolOutputToBlocks } from "@callboard/core";
import { expect, it } from "vitest";
import type { ToolFile } from "../../src/server/files.ts";
import { FALLBACKS } from "../_shared/imageFallbacks.ts";
import { createImageModels, type ImageRequest } from "../../src/server/images/images.ts";
import { captureWith, noServices } from "../_shared/captureWith.ts";
import { imageModelChoices } from "./imageModelChoices.ts";

const load = () => import("./definition.ts");
const written: ToolFile[] = [];
const files = {
  read: async (tenantId: string, url: string): Promise<ToolFile | undefined> =>
    tenantId === "t" && url.endsWith("/mine.png")
      ? { name: "mine.png", mediaType: "image/png", bytes: new Uint8Array([1]) }
      : undefined,
  async write(_tenantId: string, _userId: string | null, file: ToolFile) {
    written.push(file);
    return "/api/uploads/upload_1/picture.png";
  },
};
const context = { tenantId: "t" };

it("keeps the picture among the uploads, and says once, above it, that a stand-in made it", async () => {
  const tool = await captureWith(load, { files, images: createImageModels() });
  const { output, error, events } = await tool.run(tool.tool.formSpec!.sample, { context });
  expect(error).toBeNull();
  expect(output).toMatchObject({
    picture: { url: "/api/uploads/upload_1/picture.png", mediaType: "image/png", bytes: written[0]!.bytes.byteLength },
    standIn: expect.stringContaining(FALLBACKS[0]!.id),
  });
  expect(events).toContainEqual(expect.objectContaining({ type: "tool.progressed" }));
  const { viewSpec, outputSchemaZod } = tool.tool;
  const [callout, picture, ...others] = toolOutputToBlocks({ output, viewSpec, outputSchema: outputSchemaZod });
  expect(callout).toMatchObject({ type: "callout", tone: "warning", text: expect.stringContaining("stand-in drew") });
  expect(picture).toMatchObject({ type: "file", file: { source: { kind: "upload" }, mediaType: "image/png" } });
  expect(JSON.stringify(others)).not.toMatch(/stand-?in/i);
});

it("gives the model its references, and refuses a picture of another workspace", async () => {
  const asked: ImageRequest[] = [];
  const make = async (request: ImageRequest) => {
    asked.push(request);
    return {
      file: { name: "a.png", mediaType: "image/png", bytes: new Uint8Array([7]) },
      madeBy: "m",
    };
  };
  const tool = await captureWith(load, { files, images: { ...noServices.images, make } });
  const input = { prompt: "x", model: "m", references: ["/api/uploads/upload_2/mine.png"], size: "1536x1024" };
  const { output } = await tool.run(input, { context });
  expect(output).toMatchObject({ summary: { madeBy: "m", references: 1 } });
  const types = toolOutputToBlocks({ output, viewSpec: tool.tool.viewSpec }).map(({ type }) => type);
  expect(types).toEqual(["file", "summary"]);
  expect(asked[0]).toMatchObject({ model: "m", size: "1536x1024", references: [{ name: "mine.png" }] });
  const foreign = await tool.run({ ...input, references: ["/api/uploads/upload_3/theirs.png"] }, { context });
  expect(foreign.error).toMatch(/no file of this workspace/);
});

it("finds the models by name and id, and says which are not connected", async () => {
  const search = imageModelChoices(createImageModels());
  const request = {
    limit: 20,
    context: { userId: null, spaceId: null, requestId: "r" },
    signal: new AbortController().signal,
  };
  expect(await search({ ...request, query: "pro" })).toEqual([
    {
      value: "gemini-3-pro-image-preview",
      label: "Nano Banana Pro (Gemini 3 Pro Image)",
      description: "gemini-3-pro-image-preview · not connected",
    },
  ]);
  expect(await search({ ...request, query: "", values: [FALLBACKS[2].id] })).toHaveLength(1);
});
