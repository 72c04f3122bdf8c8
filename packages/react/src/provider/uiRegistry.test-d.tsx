import type { CardBodyProps } from "./card.ts";
import { createUiRegistry } from "./uiRegistry.ts";

const registry = createUiRegistry();

const Body = registry.get<CardBodyProps>("card", "tool:tip");
// @ts-expect-error -- a body takes a call too
export const withoutCall = Body && <Body Default={() => null} />;

const Unsaid = registry.get("card", "tool:tip");
// @ts-expect-error -- whoever says no props can give none
export const unsaid = Unsaid && <Unsaid output={1} />;
