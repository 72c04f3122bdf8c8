import type { Message } from "./messages.ts";

/** What calls, agents and approvals say. */
export const callMessages = {
  "call.status.requested": "Preparing",
  "call.status.ready": "Ready",
  "call.status.awaiting-approval": "Needs approval",
  "call.status.running": "Running",
  "call.status.denied": "Denied",
  "call.status.expired": "Approval expired",
  "call.status.completed": "Done",
  "call.status.failed": "Failed",
  "call.status.cancelled": "Cancelled",
  "call.status.interrupted": "Interrupted",
} as const satisfies Record<string, Message>;
