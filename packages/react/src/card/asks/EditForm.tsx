"use client";
import type { JsonSchema, ToolDetail } from "@callboard/core";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { ToolForm } from "../../form/ToolForm.tsx";
import type { ToolFormHandle } from "../../form/formProps.ts";
import { askEnglish } from "../../messages/askEnglish.ts";
import { cardEnglish } from "../../messages/en.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useKept, type KeptPlace } from "../../timeline/useKept.ts";

const words = { ...cardEnglish, ...askEnglish };

export interface EditFormProps {
  callId: string;
  /** Where what is typed outlives the page. */
  place: KeptPlace | undefined;
  tool: ToolDetail | undefined;
  schema: JsonSchema;
  /** What the agent asks for, as far as it is written. */
  asked: unknown;
  /** More of it comes. */
  isWriting: boolean;
  /** A person has just opened it, and goes on in its first field. */
  isFollowed: boolean;
  onDone: (input: unknown) => void;
  onCancel: () => void;
}

/** The tool's own form over what an agent asks for. It fills in while that is written; what the person typed stays. */
export function EditForm({
  callId,
  place,
  tool,
  schema,
  asked,
  isWriting,
  isFollowed,
  onDone,
  onCancel,
}: EditFormProps): ReactNode {
  const { t } = useKit(words);
  const [draft, setDraft] = useKept<{ value: unknown } | null>(`edit-draft:${callId}`, null, place);
  // A form that comes back begins with what was typed, where nobody knows any more which field is whose.
  const [first] = useState(draft);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFollowed) return;
    const first = box.current?.querySelector<HTMLElement>("input, textarea, select, button");
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "nearest" });
  }, [isFollowed]);
  const applied = useRef<unknown>(undefined);
  const handle = useRef<ToolFormHandle | null>(null);
  const fill = useCallback(
    (form: ToolFormHandle | null) => {
      handle.current = form;
      if (!form || first || applied.current === asked) return;
      applied.current = asked;
      form.applyArguments(asked, { partial: isWriting });
    },
    [asked, isWriting, first],
  );
  return (
    <div ref={box}>
      <ToolForm
        {...(tool ? { tool } : { schema })}
        formRef={fill}
        {...(first && { defaultValue: first.value })}
        onChange={(value: unknown) => setDraft({ value })}
        submitLabel={t("approval.useEdited")}
        isLoading={isWriting && t("call.input.streaming")}
        onSubmit={(value: unknown) => {
          setDraft(null);
          onDone(value);
        }}
        actions={
          <button
            type="button"
            className="cb-button"
            onClick={() => {
              setDraft(null);
              onCancel();
            }}
          >
            {t("approval.cancelEdit")}
          </button>
        }
      />
    </div>
  );
}
