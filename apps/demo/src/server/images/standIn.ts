import { createHash } from "node:crypto";
import { PNG } from "pngjs";
import type { ToolFile } from "../files.ts";

/** What is laid over the ground of a photo. */
export interface Laying {
  /** Such as `#4a3426`. */
  color: string;
  /** Where the grains lie: the same for the same text. */
  seed: string;
  /** The share of the photo's height, from below, that is ground, in per cent. */
  ground: number;
}

interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Larger pictures are made smaller, in pixels along the longer side. */
const LONGEST = 1024;

/**
 * The photo with its ground covered: the product's colour by the light of what is there, in grains, fading out at the
 * upper edge.
 */
export async function layMulch(photo: ToolFile, { color, seed, ground }: Laying): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = shrink(await read(photo));
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const grains = createHash("sha256").update(seed).digest();
  const top = height * (1 - ground / 100);
  const fade = Math.max(1, height * 0.06);
  for (let y = Math.floor(top); y < height; y++) {
    const cover = 0.85 * Math.min(1, (y - top) / fade);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const light = (0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!) / 255;
      // Grains are wider than high, as wood lies.
      const grain = grains[((x >> 3) * 7 + (y >> 1) * 13 + (x >> 3) * (y >> 1)) % grains.length]! / 255;
      const shade = 0.55 + 0.5 * light + 0.35 * (grain - 0.5);
      for (const [channel, value] of [red!, green!, blue!].entries()) {
        const laid = Math.min(255, value * shade);
        data[at + channel] = Math.max(0, Math.round(data[at + channel]! * (1 - cover) + laid * cover));
      }
    }
  }
  return write({ width, height, data });
}

/** Bands of colour that come of the request alone: no picture of anything, and the same for the same request. */
export function drawPicture(prompt: string, references: readonly ToolFile[], size: string): Uint8Array<ArrayBuffer> {
  const hash = createHash("sha256").update(prompt);
  for (const { bytes } of references) hash.update(bytes);
  const digest = hash.digest();
  const [width = 512, height = 512] = size.split("x").map((side) => Math.min(LONGEST, Number(side)) >> 1);
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const [across, along, phase] = [0, 3, 6].map((offset) => digest[(channel + offset) % digest.length]! / 255);
        const wave = Math.sin((x / width) * across! * 9 + phase! * 6) + Math.cos((y / height) * along! * 9);
        data[at + channel] = Math.round(128 + 55 * wave);
      }
      data[at + 3] = 255;
    }
  }
  return write({ width, height, data });
}

async function read({ name, mediaType, bytes }: ToolFile): Promise<Pixels> {
  try {
    if (mediaType === "image/png") return PNG.sync.read(Buffer.from(bytes));
    if (mediaType === "image/jpeg") {
      const { decode } = await import("jpeg-js");
      return decode(bytes, { useTArray: true, maxResolutionInMP: 60, maxMemoryUsageInMB: 600 });
    }
  } catch (cause) {
    throw new Error(`"${name}" cannot be read as a picture. Upload another one.`, { cause });
  }
  throw new Error(`The local stand-in reads PNG and JPEG, and "${name}" is ${mediaType}. Upload it as one of those.`);
}

/** Whole pixels are left out: fast, and good enough for a stand-in. */
function shrink({ width, height, data }: Pixels): Pixels {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST));
  const [columns, rows] = [Math.floor(width / step) || 1, Math.floor(height / step) || 1];
  const small = new Uint8Array(columns * rows * 4);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const from = (y * step * width + x * step) * 4;
      small.set(data.subarray(from, from + 4), (y * columns + x) * 4);
    }
  }
  return { width: columns, height: rows, data: small };
}

function write({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width, height });
  png.data.set(data);
  return new Uint8Array(PNG.sync.write(png));
}
