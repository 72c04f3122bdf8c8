import { ToolForm } from "@callboard/react";
import { useFetcher } from "react-router";
import { sendMessage } from "./contactActions.ts";
import { contact } from "./contactSchema.ts";

export async function action({ request }: { request: Request }) {
  return await sendMessage(await request.json());
}

export default function Contact() {
  const fetcher = useFetcher<typeof action>();
  return (
    <>
      <ToolForm
        schema={contact}
        errors={fetcher.data}
        submitLabel="Send"
        onSubmit={(value) => fetcher.submit(value, { method: "post", encType: "application/json" })}
      />
      {fetcher.data?.length === 0 && <p role="status">Thank you</p>}
    </>
  );
}
