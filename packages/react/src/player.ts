export { SessionFiles } from "./player/SessionFiles.tsx";
export type { SessionFilesProps } from "./player/SessionFiles.tsx";
export { SessionPlayer } from "./player/SessionPlayer.tsx";
export type { SessionPlayerProps } from "./player/SessionPlayer.tsx";
export { RunComparison } from "./player/RunComparison.tsx";
export type { RunComparisonProps } from "./player/RunComparison.tsx";
export { compareRuns } from "./player/compareRuns.ts";
export type { Change, ComparedStep, RunStep } from "./player/compareRuns.ts";
