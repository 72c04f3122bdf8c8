/** Finds what is drawn of a node of a timeline. */
export const nodeSelector = (id: string): string => `[data-node="${CSS.escape(id)}"]`;
