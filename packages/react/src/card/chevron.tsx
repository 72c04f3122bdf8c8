/** The mark of a row that opens, drawn by the stylesheet. */
export const chevron = <span className="cb-call-chevron" />;
