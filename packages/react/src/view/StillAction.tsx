import type { ReactNode } from "react";

/** The place of the menu of an output, until it is here. */
export const StillAction = (): ReactNode => (
  <span className="cb-button cb-small-button" data-variant="quiet" data-icon-only="" aria-hidden aria-busy>
    {"\u00a0"}
  </span>
);
