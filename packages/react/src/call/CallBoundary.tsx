"use client";
import { Component, type ReactNode } from "react";

interface CallBoundaryProps {
  /** Another value gives the content a new try. */
  resetKey: unknown;
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps what breaks inside a card within that card. */
export class CallBoundary extends Component<CallBoundaryProps, { failed: boolean; of: unknown }> {
  override state = { failed: false, of: this.props.resetKey };

  static getDerivedStateFromProps(props: CallBoundaryProps, state: { failed: boolean; of: unknown }) {
    return state.of === props.resetKey ? null : { failed: false, of: props.resetKey };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
