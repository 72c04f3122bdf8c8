"use client";
import type { CallStatus } from "@callboard/core";
import type { ReactNode } from "react";
import { glyph } from "../glyph.tsx";

const CIRCLE = "M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0";

/** Each of the eleven states has its own shape, so that colour is not needed. */
const SHAPES: Record<CallStatus, string> = {
  requested:
    "M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7",
  ready: `${CIRCLE}M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0`,
  "awaiting-approval":
    "M18 11V6a2 2 0 0 0-2-2a2 2 0 0 0-2 2M14 10V4a2 2 0 0 0-2-2a2 2 0 0 0-2 2v2M10 10.5V6a2 2 0 0 0-2-2a2 2 0 0 0-2 2v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15",
  "awaiting-input":
    "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719",
  running: "M21 12a9 9 0 1 1-6.219-8.56",
  denied: `${CIRCLE}M4.929 4.929 19.07 19.071`,
  expired: `${CIRCLE}M12 6v6l4 2`,
  completed: "M20 6 9 17l-5-5",
  failed: "m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01",
  cancelled: `${CIRCLE}M9 15l6-6`,
  interrupted: `${CIRCLE}M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5M12 17h.01`,
};

/**
 * A call's state as an icon, hidden from assistive technology: the same state is written beside it. Rows are many, so
 * it is no component.
 */
export function callStatusIcon(status: CallStatus): ReactNode {
  return glyph(SHAPES[status], "cb-call-icon", status);
}
