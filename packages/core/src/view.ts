// An output as blocks, and how a block's values are written.
export { toolOutputToBlocks } from "./view/toolOutputToBlocks.ts";
export type { ToolOutputRequest } from "./view/toolOutputToBlocks.ts";
export { createGrowingBlocks, isTextOf } from "./view/growingOutput.ts";
export { blocksProblem, viewSpecProblem } from "./view/viewSpecProblem.ts";
export { blockTypes, chartVariants } from "./view/viewSpec.ts";
export type { Scale } from "./view/scale.ts";
export { formatValue } from "./view/formatValue.ts";
export { momentOf } from "./view/isoDate.ts";
export { plainValue } from "./view/plainValue.ts";
export { fitPhrase } from "./view/phrases.ts";
export type { PhraseWords } from "./view/phrases.ts";
export { labelOfKey } from "./view/labelOfKey.ts";
export { csvChunks, tsvChunks } from "./view/csvText.ts";
export { jsonChunks } from "./json/jsonChunks.ts";
export { readPath } from "./view/outputPath.ts";
export { keysOfRows } from "./view/columns.ts";
export { blocksAs, outputKinds, type OutputKind } from "./view/outputKinds.ts";
export { isLargeData, readCell, readLargeText } from "./view/outputText.ts";
export type { ErrorAdvice } from "./view/errorText.ts";
export type { SurfaceMessage } from "./view/surfaceMessages.ts";
export { addressIn, besideAddress } from "./view/addressText.ts";
export { toImageSource, toSafeLink } from "./view/safeUrl.ts";
export { fileKind, typeOfName, type FileInfo, type FileKind, type FileSource } from "./view/fileInfo.ts";
export type { ImageSource, SafeLink } from "./view/safeUrl.ts";
export type {
  Block,
  CalloutBlock,
  ChartBlock,
  ChartNote,
  ChartPoint,
  Column,
  CustomBlock,
  EmptyBlock,
  ErrorBlock,
  FileBlock,
  ImageBlock,
  JsonBlock,
  LinkBlock,
  ListBlock,
  Quadrants,
  RadarBlock,
  RankingBlock,
  RankingItem,
  RestBlock,
  SummaryBlock,
  SummaryItem,
  SurfaceBlock,
  TableBlock,
  TextBlock,
  TextForm,
} from "./view/block.ts";
