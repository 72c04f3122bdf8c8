"use client";
import type { ApprovalOffer } from "@callboard/core";
import { useId, type ReactNode } from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { Visible } from "./ExactValue.tsx";

interface OffersProps {
  offers: readonly ApprovalOffer[];
  /** The id of one of them; null for this call alone. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

/** How far a yes goes: this call alone, unless the person chooses one of the rules that the agent offers to keep. */
export function Offers({ offers, chosen, onChoose }: OffersProps): ReactNode {
  const { t } = useKit(askEnglish);
  const group = useId();
  if (offers.length === 0) return null;
  const choice = (id: string | null, words: ReactNode) => (
    <label key={id ?? ""} className="cb-ask-always">
      <input type="radio" name={group} checked={chosen === id} onChange={() => onChoose(id)} />
      <span dir="auto">{words}</span>
    </label>
  );
  return (
    <div role="radiogroup" aria-labelledby={`${group}label`}>
      <p id={`${group}label`} className="cb-call-note">
        {t("approval.reach")}
      </p>
      {choice(null, t("approval.reach.once"))}
      {offers.map((offer) => choice(offer.id, <OfferWords offer={offer} />))}
    </div>
  );
}

/** What an offer allows: as the agent says it, else its rule and how far that goes. */
export function OfferWords({ offer: { words, rule = "", reach } }: { offer: ApprovalOffer }): ReactNode {
  const { t } = useKit(askEnglish);
  const said = words || (reach ? t(`approval.reach.${reach}`, { rule }) : rule);
  return <Visible text={said} />;
}
