"use client";
import type { ToolClient, ViewSpec } from "@callboard/core";
import type { EntitiesPart, KeptViewSpec, ToolPart, ViewPart } from "@callboard/core/client";
import type { ReactNode } from "react";
import { ToolOutput } from "../view/ToolOutput.tsx";
import { ToolBlock } from "./ToolBlock.tsx";

export interface ViewPartsProps {
  /** What the view shows. */
  spec: KeptViewSpec;
  /** What runs its tools; default: the provider's. */
  client?: ToolClient;
  /** Draws entities as they are now. Without it, they are left out. */
  renderEntities?: (part: EntitiesPart) => ReactNode;
}

/**
 * What a kept view shows: its data in the kit's blocks, its tools as `ToolBlock`s to fill in, its entities as the app
 * draws them.
 * @example
 * ```tsx
 * <ViewParts spec={view.spec} client={client} />
 * ```
 */
export function ViewParts({ spec, client, renderEntities }: ViewPartsProps): ReactNode {
  const { data = {} } = spec;
  return (
    <div className="callboard cb-view-parts">
      {groupsOf(spec.blocks).map(({ at, part }) => {
        if ("blocks" in part) {
          const viewSpec: ViewSpec = { ...part, only: true, downloads: true };
          return <ToolOutput key={at} output={data} tool={{ slug: "", viewSpec }} hasSwitch={false} />;
        }
        if (part.type === "tool") return <ToolInView key={at} part={part} {...(client && { client })} />;
        return renderEntities ? <div key={at}>{renderEntities(part)}</div> : null;
      })}
    </div>
  );
}

/** Blocks that follow each other are one output, with one pace between them. */
function groupsOf(parts: readonly ViewPart[]): { at: number; part: ToolPart | EntitiesPart | ViewSpec }[] {
  const groups: { at: number; part: ToolPart | EntitiesPart | ViewSpec }[] = [];
  for (const [at, part] of parts.entries()) {
    const last = groups.at(-1)?.part;
    if (part.type === "tool" || part.type === "entities") groups.push({ at, part });
    else if (last && "blocks" in last) last.blocks.push(part);
    else groups.push({ at, part: { blocks: [part] } });
  }
  return groups;
}

function ToolInView({ part, client }: { part: ToolPart; client?: ToolClient }): ReactNode {
  const { tool, label, defaultValue } = part;
  return (
    <section className="cb-view-tool">
      {label !== undefined && <h2 dir="auto">{label}</h2>}
      <ToolBlock
        slug={tool}
        heading={label === undefined}
        {...(client && { client })}
        {...(defaultValue && { defaultValue })}
      />
    </section>
  );
}
