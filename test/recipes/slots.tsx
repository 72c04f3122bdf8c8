import {
  controlProps,
  createUiRegistry,
  ToolForm,
  ToolOutput,
  ToolProvider,
  type CustomBlockProps,
  type CustomViewProps,
  type FieldInputProps,
} from "@callboard/react";
import "@callboard/react/styles.css";

const components = createUiRegistry();

// Every output of one tool, whole.
components.register("view", "tool:weather", ({ output }: CustomViewProps) => <p>{JSON.stringify(output)}</p>);

// The blocks of type "custom" in a tool's view, or all blocks of one type.
components.register("block", "tool-output-journey", ({ value }: CustomBlockProps) => <p>Route over {String(value)}</p>);

// Every field of one storage type.
components.register("field-input", "phone", (props: FieldInputProps) => (
  <input
    {...controlProps(props)}
    type="tel"
    value={String(props.value ?? "")}
    onChange={(event) => props.onChange(event.target.value)}
  />
));

const trip = {
  slug: "journey",
  inputSchema: {
    type: "object",
    properties: {
      call: { type: "string", format: "phone", title: "Call" },
      stars: { type: "integer", title: "Stars" },
    },
  },
  viewSpec: { blocks: [{ type: "custom" as const, key: "pass" }] },
};

/** One field of one form, by its pointer. */
const Stars = (props: FieldInputProps) => (
  <input
    {...controlProps(props)}
    type="range"
    max={5}
    onChange={(event) => props.onChange(Number(event.target.value))}
  />
);

export function Trip({ save }: { save: (input: unknown) => void }) {
  return (
    <ToolProvider components={components}>
      <ToolForm tool={trip} fields={{ "/stars": Stars }} onSubmit={save} />
      <ToolOutput tool={trip} output={{ pass: "Brenner" }} />
      <ToolOutput tool={{ slug: "weather" }} output={{ degrees: 21 }} />
    </ToolProvider>
  );
}
