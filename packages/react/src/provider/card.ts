import type { CallView, ToolDefinition } from "@callboard/core";
import type { ComponentType } from "react";

/** The props of an app's own body of a call's card. */
export interface CardBodyProps<Input = unknown, Output = unknown> {
  /** The call: its status, progress, streamed output, error and times. */
  call: CallView;
  /** The call's arguments; while they stream, as far as they are there. */
  input?: Partial<Input> | undefined;
  /** What the call gave, once it has; an output too large for the log is `call.outputRef`, which `Default` loads. */
  output?: Output | undefined;
  /** The kit's own body: progress, output and input. It takes no props. */
  Default: ComponentType;
}

/** A body for the cards of one tool, as `cards` of `ToolProvider` takes it. */
export interface Card {
  slug: string;
  Body: ComponentType<CardBodyProps>;
}

type InputOf<Tool> = Tool extends ToolDefinition<infer Input, infer _> ? Input : unknown;
type OutputOf<Tool> = Tool extends ToolDefinition<infer _, infer Output> ? Output : unknown;

/**
 * The body that an app draws in the cards of a tool's calls, typed by the tool. Header, status, approval, sub-agents
 * and error boundary stay the kit's, and a closed card draws none of it.
 * @example
 * ```tsx
 * const cards = [card(tipSplitter, ({ output, Default }) => (output ? <p>Each pays {output.each}</p> : <Default />))];
 *
 * <ToolProvider cards={cards}>…</ToolProvider>;
 * ```
 */
export function card<Tool extends { slug: string } | string>(
  tool: Tool,
  Body: ComponentType<CardBodyProps<InputOf<Tool>, OutputOf<Tool>>>,
): Card {
  // Bodies of all tools stand in one list; each is drawn with calls of its own tool alone.
  return { slug: typeof tool === "string" ? tool : tool.slug, Body: Body as ComponentType<CardBodyProps> };
}
