import type { CallView, ToolDetail } from "@callboard/core";

/** A call, for what it asks. */
export interface CallAsksProps {
  call: CallView;
  /** The label of the approving button. */
  name: string;
  tool?: ToolDetail | undefined;
}
