"use client";
// What a browser fetches once it shows it; `partsOnServer` has the same names, and package.json says which of the two
// is meant.
import { lazyComponent } from "../provider/lazyModule.ts";

export const DrawnOutput = lazyComponent(
  () => import("./DrawnOutput.tsx"),
  (module) => module.DrawnOutput,
);

export const GiantOutput = lazyComponent(
  () => import("./GiantOutput.tsx"),
  (module) => module.GiantOutput,
);

export const DataTable = lazyComponent(
  () => import("./DataTable.tsx"),
  (module) => module.DataTable,
);

export const JsonTree = lazyComponent(
  () => import("./JsonTree.tsx"),
  (module) => module.JsonTree,
);

export const ChartView = lazyComponent(
  () => import("./ChartView.tsx"),
  (module) => module.ChartView,
);

export const FileView = lazyComponent(
  () => import("./FileView.tsx"),
  (module) => module.FileView,
);

export const RichText = lazyComponent(
  () => import("../text/RichText.tsx"),
  (module) => module.RichText,
);

export const SurfaceView = lazyComponent(
  () => import("./surface/SurfaceView.tsx"),
  (module) => module.SurfaceView,
);

/** Fetches what every output is drawn with. */
export const loadOutput = async (): Promise<void> => {
  await DrawnOutput.load();
};
