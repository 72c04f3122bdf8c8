import { ToolOutput, ToolProvider } from "@callboard/react";
import "@callboard/react/styles.css";
import { createRoot } from "react-dom/client";

const count = 100_000;
const makers = {
  text: () => JSON.stringify("All work and no play makes Jack a dull boy.\n".repeat(1_200_000)),
  deep: () => `${"[".repeat(count)}${"]".repeat(count)}${" ".repeat(1_000_000)}`,
  rows: () =>
    JSON.stringify(
      Array.from({ length: count }, (_, id) => ({
        id,
        name: `Row ${(id * 7919) % count}`,
        kind: `k${id % 3}`,
        amount: ((id * 37) % 10_007) / 100,
      })),
    ),
};

/** Draws one giant output; answers its bytes. */
window.show = (name) => {
  const blob = new Blob([makers[name]()], { type: "application/json" });
  const client = { output: async () => null, outputBlob: async () => blob };
  const outputRef = { id: "output_1", bytes: blob.size, mediaType: "application/json", preview: "" };
  createRoot(document.body.appendChild(document.createElement("main"))).render(
    <ToolProvider client={client}>
      <ToolOutput output={undefined} outputRef={outputRef} />
    </ToolProvider>,
  );
  return blob.size;
};

/** The longest task since it was last asked, in milliseconds. */
let longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: "longtask" });
window.takeLongest = () => {
  const taken = longest;
  longest = 0;
  return taken;
};
