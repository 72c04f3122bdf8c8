import { ToolForm, type ToolFormHandle } from "@callboard/react";
import "@callboard/react/styles.css";
import { useRef } from "react";
import { z } from "zod";

// #region errors
const account = z.object({
  name: z.string().min(1).meta({ title: "Name" }),
  born: z.iso.date().optional().meta({ title: "Born on" }),
  notes: z.string().optional().meta({ title: "Notes" }),
});

export function Account({ save }: { save: (value: z.infer<typeof account>) => Promise<boolean> }) {
  return (
    <ToolForm
      schema={account}
      submitLabel="Create account"
      onSubmit={async (value) => {
        const isFree = await save(value);
        return isFree ? undefined : { "/name": ["Somebody has this name already."] };
      }}
    />
  );
}
// #endregion

// #region typed
const booking = z.object({
  guest: z.string().min(1).meta({ title: "Guest" }),
  nights: z.int().default(2).meta({ title: "Nights" }),
  rooms: z.array(z.object({ beds: z.int().meta({ title: "Beds" }) })).meta({ title: "Rooms" }),
});

export function Booking({ book }: { book: (value: z.output<typeof booking>) => Promise<boolean> }) {
  return (
    <ToolForm
      schema={booking}
      defaultValue={{ rooms: [{ beds: 2 }] }}
      submitLabel="Book"
      onSubmit={async (value) => {
        const beds = value.rooms.reduce((sum, room) => sum + room.beds, 0);
        if (beds > 6) return { "/rooms": "We have six beds." };
        return (await book(value)) ? undefined : { "": "Somebody was faster. Try another night." };
      }}
    />
  );
}
// #endregion

// #region prefill
export function Suggested({ suggest }: { suggest: () => AsyncIterable<object> }) {
  const form = useRef<ToolFormHandle>(null);
  const fill = async () => {
    for await (const partial of suggest()) form.current?.applyArguments(partial);
  };
  return (
    <>
      <button onClick={() => void fill()}>Suggest</button>
      <ToolForm schema={account} formRef={form} />
    </>
  );
}
// #endregion

// #region draft
export function Kept({ user }: { user: string }) {
  return <ToolForm schema={account} draft={{ tool: "account", user }} tools />;
}
// #endregion
