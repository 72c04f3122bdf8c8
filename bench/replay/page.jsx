import { ToolProvider } from "@callboard/react";
import { SessionFiles, SessionPlayer } from "@callboard/react/player";
import "@callboard/react/player.css";
import "@callboard/react/styles.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";

/** A page that plays the file that is chosen in it. */
function Page() {
  const [file, setFile] = useState(null);
  return (
    <ToolProvider>
      <SessionFiles events={file?.events ?? []} onOpen={setFile} />
      {file && <SessionPlayer events={file.events} />}
    </ToolProvider>
  );
}

createRoot(document.body.appendChild(document.createElement("main"))).render(<Page />);
