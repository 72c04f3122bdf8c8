"use client";
import type { FormModel, FormNode } from "@callboard/core/form";
import { Component, Suspense, type ReactNode } from "react";
import type { ExoticFields, ExoticFieldsProps } from "./exotic.ts";
import { FormBody } from "./FormBody.tsx";

/** The model of a form whose fields somebody else draws: which of them are there is not its to say, so none is left out. */
export function drawnWhole(model: FormModel): FormModel {
  return { ...model, root: { ...model.root, conditional: false } as FormNode };
}

/** Fields that somebody else draws; our own, where that cannot be fetched or fails. */
export class ExoticBody extends Component<ExoticFieldsProps & { Fields: ExoticFields }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { Fields, ...props } = this.props;
    if (this.state.failed) return <FormBody />;
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <Fields {...props} />
      </Suspense>
    );
  }
}
