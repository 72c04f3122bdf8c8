"use client";
import type { StartedRun, ToolClient, ToolListing } from "@callboard/core";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { ThreadForm } from "./ThreadForm.tsx";
import { ableClient } from "../provider/clientAbilities.ts";

/** A form that is open in a thread. */
interface OpenForm {
  key: number;
  tool: ToolListing;
  text: string;
  /** The session that it is open in; null is the chat that has not begun. */
  within: string | null;
}

/** The tools' forms that are open in the threads of a chat. */
export interface OpenForms {
  all: readonly OpenForm[];
  /** Opens a tool's form for what was written. */
  open(tool: ToolListing, text: string): void;
  close(key: number): void;
  /** Runs a form's tool; the first run of a chat begins its session. */
  run(form: OpenForm, input: unknown): Promise<StartedRun>;
}

/** Keeps the forms that a person opened, in every chat of theirs; `onBegun` is told which session a run began. */
export function useOpenForms(
  client: ToolClient,
  sessionId: string | null,
  onBegun: (within: string | null, sessionId: string) => void,
): OpenForms {
  const [all, setAll] = useState<readonly OpenForm[]>([]);
  const opened = useRef(0);
  const open = useCallback(
    (tool: ToolListing, text: string) =>
      setAll((before) => [...before, { key: ++opened.current, tool, text, within: sessionId }]),
    [sessionId],
  );
  return {
    all,
    open,
    close: (key) => setAll((before) => before.filter((form) => form.key !== key)),
    async run({ tool, text, within }, input) {
      const place = within === null ? { title: text === "" ? tool.name : text } : { sessionId: within };
      const begun = await ableClient(client, "run").run(tool.slug, input, place);
      if (within === null)
        setAll((before) => before.map((form) => (form.within === null ? { ...form, within: begun.sessionId } : form)));
      onBegun(within, begun.sessionId);
      return begun;
    },
  };
}

interface ThreadFormsProps {
  client: ToolClient;
  forms: OpenForms;
  /** The session that is shown. */
  sessionId: string | null;
  /** A form's tool was run. */
  onRun: (tool: ToolListing, begun: StartedRun) => void;
  /** A form was closed; what was written for it, if the person gave it up. */
  onClose: (text?: string) => void;
}

/** The open forms. One of another chat is out of sight, and keeps what was typed into it. */
export function ThreadForms({ client, forms, sessionId, onRun, onClose }: ThreadFormsProps): ReactNode {
  return forms.all.map((form) => (
    <div key={form.key} className="cb-thread-forms" hidden={form.within !== sessionId}>
      <ThreadForm
        client={client}
        tool={form.tool}
        text={form.text}
        onRun={async (input) => {
          const begun = await forms.run(form, input);
          onRun(form.tool, begun);
          return begun;
        }}
        onCancel={() => {
          forms.close(form.key);
          onClose(form.text);
        }}
        onShown={() => {
          forms.close(form.key);
          onClose();
        }}
      />
    </div>
  ));
}
