"use client";
import type { TextBlock } from "@callboard/core/view";
import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { TextView } from "./TextView.tsx";

const YamlValue = lazyComponent(
  () => import("./YamlValue.tsx"),
  (module) => module.YamlValue,
);

/**
 * YAML as the value that it says; as its own words until the parser is here, and where the value would not hold them
 * all.
 */
export function YamlView(props: { block: TextBlock; renderValue: (value: unknown) => ReactNode }): ReactNode {
  const text = <TextView block={props.block} />;
  return (
    <Suspense fallback={text}>
      <YamlValue text={props.block.text} renderValue={props.renderValue} instead={text} />
    </Suspense>
  );
}
