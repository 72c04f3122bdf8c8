"use client";
import type { ReactNode } from "react";
import { Contained } from "../provider/Contained.tsx";
import { Rendered } from "../provider/Rendered.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { Markdown, type MarkdownProps } from "./Markdown.tsx";
import { readableText } from "./visibleText.ts";

/**
 * A text as the provider's `renderText` draws it, else as Markdown. Where that throws, the text is plain and the page
 * stays.
 */
export function RichText({ text, streaming = false }: MarkdownProps): ReactNode {
  const { renderText } = useKit();
  if (!renderText) return <Markdown text={text} streaming={streaming} />;
  return (
    <Contained
      from={[renderText, streaming ? "" : text]}
      renderInstead={() => <p className="cb-md-unread">{readableText(text)}</p>}
    >
      <Rendered text={text} streaming={streaming} render={renderText} />
    </Contained>
  );
}
