"use client";
import { childPointer, pointerSegments, type FieldState, type Pointer } from "@callboard/core/form";
import { createContext, useCallback, useContext, useMemo } from "react";
import { FormContext, useStore } from "@callboard/react/internal-form";

type Path = readonly (string | number)[];

/** The props that a field's frame gives the control inside it. */
export interface FieldPlace {
  pointer: Pointer;
  label: string;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
}

export const FieldPlaceContext = createContext<FieldPlace | undefined>(undefined);

/** The name of the list's row, or of the entry, that a field is the whole of; undefined anywhere else. */
export const RowContext = createContext<string | undefined>(undefined);

export const toPointer = (path: Path): Pointer => path.reduce<Pointer>((at, step) => childPointer(at, step), "");

export const pathOf = (pointer: Pointer): string[] => pointerSegments(pointer);

/** A place as rjsf's errors name it: `.rows[0].name`. */
export const propertyOf = (path: Path): string =>
  path
    .map((step) =>
      /^\d+$/.test(String(step))
        ? `[${step}]`
        : /^[\w$-]+$/.test(String(step))
          ? `.${step}`
          : `['${String(step).replaceAll("'", "\\'")}']`,
    )
    .join("") || ".";

/** Makes an id of rjsf's safe in `aria-describedby`, and the same as the one that the error summary leads to. */
export function useSafeId(): (id: string) => string {
  const scope = useContext(FormContext);
  return useCallback(
    (id) => {
      const prefix = scope?.idOf("");
      if (scope && prefix !== undefined && id.startsWith(prefix)) return scope.idOf(id.slice(prefix.length));
      return id.replace(/[^\w/:«»-]/g, (char) => `.${char.codePointAt(0)!.toString(36)}.`);
    },
    [scope],
  );
}

/** The state of a place in the surrounding form; undefined where rjsf keeps the state. */
export function usePlaceState(pointer: Pointer): FieldState | undefined {
  const store = useContext(FormContext)?.store;
  const place = useMemo(
    () =>
      store && {
        subscribe: (listener: () => void) => store.subscribe(pointer, listener),
        read: () => store.getField(pointer),
      },
    [store, pointer],
  );
  return useStore(place);
}
