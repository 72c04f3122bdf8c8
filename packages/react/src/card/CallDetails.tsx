"use client";
import type { ReactNode } from "react";
import type { CardBodyProps } from "../provider/card.ts";
import { Own } from "../provider/Own.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { CallAgents } from "./CallAgents.tsx";
import { CallApproval } from "./CallApproval.tsx";
import { CallInput } from "./CallInput.tsx";
import { CallProgress } from "./CallProgress.tsx";
import { CallResult, HeadedResult } from "./CallResult.tsx";
import { CallTools } from "./CallTools.tsx";
import { useCard } from "./cardContext.ts";

export { CallInput, CallResult };

/**
 * What an open card shows: the approval, and below it the children, else the app's own body for the tool, else the
 * standard one.
 */
export function CallDetails({ children }: { children?: ReactNode }): ReactNode {
  return (
    <>
      <CallTools />
      <CardApproval />
      {children ?? <OwnBody />}
    </>
  );
}

/** The body at the slot `card`, key `tool:<slug>`; without one, or where it breaks, the standard body. */
function OwnBody(): ReactNode {
  const { call } = useCard("Body");
  const { components } = useKit();
  const slot = `tool:${call.tool}`;
  const Custom = components.get<CardBodyProps>("card", slot);
  if (!Custom) return <Standard />;
  return (
    <>
      <CardAgents />
      <Own slot={`card ${slot}`} from={[Custom, call.status]} standard={<StandardWithoutAgents />}>
        {/* oxlint-disable-next-line react/static-components -- the component is registered, not created here */}
        <Custom call={call} input={call.input ?? undefined} output={call.output} Default={StandardWithoutAgents} />
      </Own>
    </>
  );
}

/**
 * Input, work and result, in this order at every moment; what the call writes while it runs becomes its result in its
 * place.
 */
function Standard(): ReactNode {
  return (
    <>
      <CallInput />
      <CardAgents />
      <HeadedResult />
      <CardProgress />
    </>
  );
}

function StandardWithoutAgents(): ReactNode {
  return (
    <>
      <CallInput />
      <HeadedResult />
      <CardProgress />
    </>
  );
}

export function CardProgress(): ReactNode {
  const { call, name, tool } = useCard("Progress");
  return <CallProgress call={call} name={name} tool={tool} />;
}

export function CardApproval(): ReactNode {
  const { call, name, tool } = useCard("Approval");
  return <CallApproval call={call} name={name} tool={tool} />;
}

/** The agents that the call started. */
export function CardAgents(): ReactNode {
  const { call, name } = useCard("Agents");
  return <CallAgents call={call} name={name} />;
}
