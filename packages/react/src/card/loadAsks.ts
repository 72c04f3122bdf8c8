/** What an ask is drawn by: most calls ask nothing, and those that do say so before they need an answer. */
export const loadAsks = () => import("./asks/CallAsks.tsx");
