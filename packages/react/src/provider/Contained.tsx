"use client";
import { Component, type ReactNode } from "react";

interface ContainedProps {
  /** What the content is drawn from: another value draws it again after an error. */
  from: readonly unknown[];
  /** Stands in the content's place, and is told the error. */
  renderInstead: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface ContainedState {
  failed: boolean;
  error: unknown;
  from: readonly unknown[];
}

/** Contains an error of what it holds at that place; nothing around it is unmounted. */
export class Contained extends Component<ContainedProps, ContainedState> {
  override state: ContainedState = { failed: false, error: undefined, from: this.props.from };

  static getDerivedStateFromProps({ from }: ContainedProps, state: ContainedState): Partial<ContainedState> | null {
    const isSame =
      from.length === state.from.length && from.every((value, index) => Object.is(value, state.from[index]));
    return isSame ? null : { failed: false, error: undefined, from };
  }

  static getDerivedStateFromError(error: unknown): Partial<ContainedState> {
    return { failed: true, error };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.renderInstead(this.state.error) : this.props.children;
  }
}
