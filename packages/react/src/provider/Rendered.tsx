"use client";
import type { ReactNode } from "react";
import type { RenderText } from "./ToolProvider.tsx";

export interface RenderedProps {
  text: string;
  streaming?: boolean;
  render: RenderText;
}

/** A text drawn by an app's `renderText`, as a component: what it throws is the boundary's to contain. */
export function Rendered({ text, streaming = false, render }: RenderedProps): ReactNode {
  return render(text, { streaming });
}
