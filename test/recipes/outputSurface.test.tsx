import { useCallboard } from "@callboard/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { WithSurfaceActions } from "./outputSurface.tsx";

test("the guide's page is told what a person did, with what they entered", async () => {
  const told: unknown[] = [];
  const acted: unknown[] = [];
  const Surface = () => {
    const action = { name: "order", surfaceId: "s", sourceComponentId: "b", timestamp: "", context: { table: 7 } };
    acted.push(useCallboard().onSurfaceAction?.({ version: "v1.0", action }, { model: { name: "Ada" } }));
    return null;
  };
  renderToString(
    <WithSurfaceActions tell={async (...words) => void told.push(words)}>
      <Surface />
    </WithSurfaceActions>,
  );
  await Promise.all(acted);
  expect(told).toEqual([["order", { table: 7, model: { name: "Ada" } }]]);
});
