"use client";
// A server draws the whole page at once, so its parts are there from the start.
export { RichText } from "../text/RichText.tsx";
export { ChartView } from "./ChartView.tsx";
export { DataTable } from "./DataTable.tsx";
export { DrawnOutput } from "./DrawnOutput.tsx";
export { FileView } from "./FileView.tsx";
export { GiantOutput } from "./GiantOutput.tsx";
export { JsonTree } from "./JsonTree.tsx";
export { SurfaceView } from "./surface/SurfaceView.tsx";

export const loadOutput = async (): Promise<void> => {};
