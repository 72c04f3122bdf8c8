"use client";
import type { Block } from "@callboard/core";
import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { JsonTree } from "./JsonTree.tsx";

interface Props {
  block: Block;
  children: ReactNode;
}

/** Keeps a broken renderer within its own block: a word about it and the raw value stand in its place, and the next value gets a new try. */
export class BlockBoundary extends Component<Props, { error: unknown; of: unknown }> {
  override state = { error: undefined as unknown, of: undefined as unknown };

  static getDerivedStateFromProps(props: Props, state: { error: unknown; of: unknown }) {
    return state.of === props.block.value ? null : { error: undefined, of: props.block.value };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Nothing was thrown") };
  }

  override render(): ReactNode {
    const { block, children } = this.props;
    if (this.state.error === undefined) return children;
    return (
      <LastResort word={<BrokenWord block={block} />}>
        <BrokenBlock block={block} error={this.state.error} />
      </LastResort>
    );
  }
}

function BrokenBlock({ block, error }: { block: Block; error: unknown }): ReactNode {
  const { t } = useCallboard();
  return (
    <BlockFrame block={block}>
      <div className="cb-notice" data-tone="warning">
        <TriangleAlert size={16} aria-hidden />
        <div>
          <p>{t("view.broken")}</p>
          <details>
            <summary>{t("view.broken.detail")}</summary>
            <p className="cb-code">{error instanceof Error ? error.message : String(error)}</p>
          </details>
        </div>
      </div>
      <JsonTree value={block.value} label={block.label ?? t("view.json.label")} />
    </BlockFrame>
  );
}

function BrokenWord({ block }: { block: Block }): ReactNode {
  const { t } = useCallboard();
  return (
    <BlockFrame block={block}>
      <p className="cb-note">{t("view.broken.raw")}</p>
    </BlockFrame>
  );
}

/** Where not even the raw value can be drawn, a word stands, and the other blocks do. */
class LastResort extends Component<{ children: ReactNode; word: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.word : this.props.children;
  }
}
