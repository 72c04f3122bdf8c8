"use client";
import type { CallStatus } from "@callboard/core";
import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  Clock,
  Hand,
  LoaderCircle,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";

/** Ten states, ten shapes: told apart without colour. */
const ICONS: Record<CallStatus, LucideIcon> = {
  requested: CircleDashed,
  ready: CircleDot,
  "awaiting-approval": Hand,
  running: LoaderCircle,
  denied: Ban,
  expired: Clock,
  completed: Check,
  failed: TriangleAlert,
  cancelled: CircleSlash,
  interrupted: CircleHelp,
};

/** A call's state as an icon; the word beside it says the same, so it is hidden from assistive technology. */
export function CallStatusIcon({ status }: { status: CallStatus }): ReactNode {
  const Icon = ICONS[status];
  return (
    <span className="cb-call-icon" data-status={status} aria-hidden="true">
      <Icon size={16} strokeWidth={2} />
    </span>
  );
}
