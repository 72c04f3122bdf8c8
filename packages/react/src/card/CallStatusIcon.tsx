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
  MessageCircle,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";

/** Each of the eleven states has its own shape, so that colour is not needed. */
const ICONS: Record<CallStatus, LucideIcon> = {
  requested: CircleDashed,
  ready: CircleDot,
  "awaiting-approval": Hand,
  "awaiting-input": MessageCircle,
  running: LoaderCircle,
  denied: Ban,
  expired: Clock,
  completed: Check,
  failed: TriangleAlert,
  cancelled: CircleSlash,
  interrupted: CircleHelp,
};

/** A call's state as an icon, hidden from assistive technology: the same state is written beside it. */
export function CallStatusIcon({ status }: { status: CallStatus }): ReactNode {
  const Icon = ICONS[status];
  return (
    <span className="cb-call-icon" data-status={status} aria-hidden="true">
      <Icon size={16} strokeWidth={2} />
    </span>
  );
}
