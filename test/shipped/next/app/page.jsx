import { ToolOutput } from "@callboard/react";
import { SignUp } from "./SignUp.jsx";

/** A server component that draws a client component of its own and one of the kit's. */
export default function Home() {
  return (
    <main>
      <SignUp />
      <ToolOutput output={{ total: 42 }} />
    </main>
  );
}
