// The parts of two small codecs that are used here; neither writes types that say so.
declare module "jpeg-js" {
  export function decode(
    data: Uint8Array,
    options: { useTArray: true; maxResolutionInMP: number; maxMemoryUsageInMB: number },
  ): { width: number; height: number; data: Uint8Array };
}
declare module "pngjs" {
  export class PNG {
    constructor(size: { width: number; height: number });
    static sync: { read(data: Buffer): PNG; write(png: PNG): Buffer };
    width: number;
    height: number;
    /** Red, green, blue and opacity of each pixel, row by row. */
    data: Buffer;
  }
}
