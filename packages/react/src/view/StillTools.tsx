import type { ReactNode } from "react";

/** The place of the tools above a table or tree, until they are here, and what stands with them. */
export function StillTools({ children }: { children?: ReactNode }): ReactNode {
  return (
    <div className="cb-table-tools">
      <StillAction />
      {children}
    </div>
  );
}

/** The place of a small button, busy until the button is here. */
export function StillAction(): ReactNode {
  return (
    <span className="cb-button cb-small-button" data-variant="quiet" aria-hidden aria-busy>
      {"\u00a0"}
    </span>
  );
}
