"use client";
import type { SurfaceBlock } from "@callboard/core/view";
import { useMemo, useState, type ReactNode } from "react";
import { isRecord } from "../../isRecord.ts";
import { surfaceEnglish } from "../../messages/surfaceEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { BlockFrame } from "../BlockFrame.tsx";
import { MenuSlotContext } from "../OutputMenu.tsx";
import { readableText } from "../../text/visibleText.ts";
import { resolve, type Scope } from "./resolve.ts";
import { SurfaceContext, type SurfaceTools } from "./surfaceContext.ts";
import { SurfacePartView } from "./SurfacePartView.tsx";
import { surfaceTree } from "./surfaceTree.ts";
import { askedFunctions, hasFunctions, readSurfaces, setAt, type Surface } from "./surfaceState.ts";

/** An interface that an agent described, drawn by the kit's own components: it can show and ask, and runs nothing. */
export function SurfaceView({ block }: { block: SurfaceBlock }): ReactNode {
  const { t } = useKit(surfaceEnglish);
  const surfaces = useMemo(() => readSurfaces(block.messages), [block.messages]);
  const asked = useMemo(() => [...new Set(askedFunctions(block.messages))].slice(0, 8), [block.messages]);
  return (
    <BlockFrame block={block}>
      {surfaces.length === 0 && <p className="cb-nothing">{t("surface.empty")}</p>}
      {surfaces.map((surface) => (
        <OneSurface key={surface.id} surface={surface} />
      ))}
      {asked.length > 0 && (
        <p className="cb-note">{t("surface.notRun", { names: readableText(asked.join(", ").slice(0, 200)) })}</p>
      )}
    </BlockFrame>
  );
}

/** Dynamic values as what they are now. */
const resolved = (values: unknown, scope: Scope): Record<string, unknown> =>
  isRecord(values)
    ? Object.fromEntries(Object.entries(values).map(([key, one]) => [key, resolve(one, scope) ?? null]))
    : {};

function OneSurface({ surface }: { surface: Surface }): ReactNode {
  const { t, locale, onSurfaceAction, onSurfaceCall } = useKit(surfaceEnglish);
  // What a person entered holds for the surface as it was described; described anew, it begins anew.
  const [entered, setEntered] = useState<{ of: Surface; model: unknown }>({ of: surface, model: surface.model });
  const model = entered.of === surface ? entered.model : surface.model;
  const { root, isCut } = useMemo(() => surfaceTree(surface.parts, model), [surface, model]);
  const tools: SurfaceTools = {
    parts: surface.parts,
    model,
    locale,
    write: (path, value) =>
      setEntered((last) => ({
        of: surface,
        model: setAt(last.of === surface ? last.model : surface.model, path, value),
      })),
    act:
      onSurfaceAction &&
      (async (part, event, scope) => {
        const context = resolved(event["context"], scope);
        const said = resolve(event["userMessage"], scope);
        const action = {
          name: String(event["name"]),
          ...(typeof said === "string" ? { userMessage: said } : {}),
          surfaceId: surface.id,
          sourceComponentId: part.id,
          timestamp: new Date().toISOString(),
          context,
        };
        await onSurfaceAction({ version: surface.version, action }, { model: scope.model });
      }),
    call:
      onSurfaceCall && hasFunctions(surface.version)
        ? async (part, call, scope) => {
            const catalogId = call["catalogId"] ?? part["catalogId"] ?? surface.catalogId;
            const callAgentFunction = {
              surfaceId: surface.id,
              functionCallId: crypto.randomUUID(),
              callFunction: {
                call: String(call["call"]),
                ...(typeof catalogId === "string" ? { catalogId } : {}),
                args: resolved(call["args"], scope),
              },
            };
            await onSurfaceCall({ version: surface.version, callAgentFunction }, { model: scope.model });
          }
        : undefined,
  };
  return (
    <SurfaceContext.Provider value={tools}>
      <MenuSlotContext.Provider value={null}>
        <div className="cb-surface" role="group" aria-label={t("surface.label")}>
          {root ? <SurfacePartView node={root} /> : <p className="cb-nothing">{t("surface.empty")}</p>}
        </div>
      </MenuSlotContext.Provider>
      {isCut && <p className="cb-note">{t("surface.cut")}</p>}
    </SurfaceContext.Provider>
  );
}
