import type { CheckedTool, SchemaTarget } from "@callboard/core/bridge";

/** A tool of a file as `checkToolSchema` takes it, or why there is none. */
export type Loaded = {
  name: string;
  file: string;
  /** The line and column of a place in its input schema, from 1; of the tool itself without segments. */
  placeOf?(segments: readonly string[]): { line: number; column: number } | undefined;
} & (
  | {
      tool: CheckedTool;
      /** The icon that the definition names, and where. */
      icon?: { name: string; place(): { line: number; column: number } | undefined };
      /** Whether it is sent to OpenAI as it stands, with `strict: true`. */
      strict?: boolean;
      /** Whose form the definition has; undefined where it is anybody's. */
      target?: SchemaTarget | undefined;
    }
  | { problem: string }
  /** One that a provider brings itself, such as a search of the web: it has no schema. */
  | { isProviders: true }
);
