import { useCallboard } from "@callboard/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { WithTrustedWorker } from "./outputWorker.tsx";

afterEach(() => vi.unstubAllGlobals());

test("the guide's worker is started at the address that the page's policy trusts", () => {
  const started: string[] = [];
  vi.stubGlobal("Worker", function Worker(url: string) {
    started.push(url);
  });
  const Reader = () => {
    useCallboard().outputWorker?.();
    return null;
  };
  renderToString(
    <WithTrustedWorker policy={{ createScriptURL: (url) => `trusted:${url}` }} workerUrl="/worker.js">
      <Reader />
    </WithTrustedWorker>,
  );
  expect(started).toEqual(["trusted:/worker.js"]);
});
