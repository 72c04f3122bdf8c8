/** A block's callbacks have the types that the app says, and `unknown` where it says none. */
import { expectTypeOf } from "vitest";
import { ToolBlock } from "./ToolBlock.tsx";

interface Input {
  amount: number;
  unit?: string;
}

export const said = (
  <ToolBlock<Input, { total: number }>
    slug="sum"
    defaultValue={{ unit: "EUR" }}
    mayRun={({ amount }) => (amount > 0 ? undefined : "Nothing to add")}
    onCompleted={(output) => {
      expectTypeOf(output.total).toEqualTypeOf<number>();
    }}
  />
);
export const ofHandler = <ToolBlock slug="sum" onCompleted={(output: { total: number }) => output.total.toFixed()} />;
export const untold = (
  <ToolBlock slug="sum" defaultValue={{ any: 1 }} onCompleted={(output) => void expectTypeOf(output).toBeUnknown()} />
);
// @ts-expect-error no such field
export const wrong = <ToolBlock<Input> slug="sum" defaultValue={{ amuont: 1 }} />;
// @ts-expect-error nothing is known of the output
export const typo = <ToolBlock slug="sum" onCompleted={(output) => output.typo} />;
