"use client";
import type { ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { starCount } from "../api/numberText.ts";
import { Star } from "./Star.tsx";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** A number of stars, from one to the greatest value (five unless given). */
export function RatingInput(props: FieldInputProps): ReactNode {
  const { id, node, value, required, readOnly, labelledBy, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const max = starCount(node.maximum);
  const { id: _id, onBlur, readOnly: _readOnly, ...group } = controlProps(props);
  const rated = typeof value === "number" ? value : 0;
  return (
    <span className="cb-rating-group">
      <span
        {...group}
        role="radiogroup"
        aria-labelledby={labelledBy}
        className="cb-rating"
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
      >
        {Array.from({ length: max }, (_, index) => index + 1).map((stars) => (
          <label key={stars} className="cb-star" data-on={stars <= rated ? "" : undefined}>
            <input
              id={stars === 1 ? id : `${id}.${stars}`}
              type="radio"
              name={id}
              className="cb-star-radio"
              checked={value === stars}
              disabled={readOnly}
              onChange={() => onChange(stars)}
            />
            <Star isOn={stars <= rated} />
            <span className="cb-visually-hidden">{words("field.rating", { value: stars, max })}</span>
          </label>
        ))}
      </span>
      {value !== undefined && value !== null && !required && !readOnly && (
        <button type="button" className="cb-inline-button" onClick={() => onChange(undefined)}>
          {words("field.clear")}
        </button>
      )}
    </span>
  );
}
