import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Rgb = readonly [number, number, number];

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as never;
const through = (rows: readonly Rgb[], [r, g, b]: Rgb): Rgb =>
  rows.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as never;

/** CIELAB. */
function labOf([r, g, b]: Rgb): Rgb {
  const curve = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// How people without one kind of cone see linear colours (Machado, Oliveira and Fernandes 2009, severity 1).
const eyes: Record<string, readonly Rgb[]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const own = [...css.matchAll(/--callboard-series-\d, light-dark\((#\w{6}), (#\w{6})\)/g)];
const accent = /--callboard-accent, light-dark\((#\w{6}), (#\w{6})\)/.exec(css)!;
const series = [accent, ...own];

describe.each([
  ["light", 1],
  ["dark", 2],
] as const)("the colours of series, %s", (_, at) => {
  it.each(Object.keys(eyes))("are told apart with the eyes of %s", (kind) => {
    const colours = series.map((match) => labOf(through(eyes[kind]!, rgbOf(match[at]!))));
    expect(colours).toHaveLength(5);
    const apart = colours.flatMap((one, index) =>
      colours.slice(index + 1).map((other) => Math.hypot(...one.map((part, axis) => part - other[axis]!))),
    );
    expect(Math.min(...apart)).toBeGreaterThan(12);
  });
});
