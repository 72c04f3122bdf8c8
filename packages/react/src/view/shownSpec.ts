"use client";
import type { ViewSpec } from "@callboard/core";
import { createContext, useContext, useMemo } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import type { OfferedActions } from "./OutputMenu.tsx";
import type { OutputTool, ToolOutputProps } from "./outputProps.ts";

/** For whom outputs are drawn here; an output may say it for itself. */
export const OutputModeContext = createContext<NonNullable<ToolOutputProps["mode"]>>("internal");

/** How a tool's output is shown to its reader: by its own ViewSpec, else the one that is registered. */
export function useShownSpec(
  tool: OutputTool | undefined,
  mode: ToolOutputProps["mode"],
): { viewSpec: ViewSpec | undefined; isOnly: boolean; offered: OfferedActions } {
  const { registry } = useKit();
  const around = useContext(OutputModeContext);
  const given = tool && (tool.viewSpec ?? registry.viewSpec(tool.slug));
  const isEmbed = (mode ?? around) === "embed";
  return useMemo(() => {
    // A spec that is wrong names nothing, and what it is for is shown whole.
    const names = Array.isArray(given?.blocks) && given.blocks.length > 0;
    const isOnly = given?.only ?? (isEmbed && names);
    const viewSpec = given && isOnly !== given.only ? { ...given, only: isOnly } : given;
    return { viewSpec, isOnly, offered: !isOnly ? "all" : given?.downloads ? "downloads" : "none" };
  }, [given, isEmbed]);
}
