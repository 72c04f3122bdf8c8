import { createStore } from "@callboard/server";
import { createApp } from "./app.ts";

const { app } = createApp(await createStore({ dataDir: "./data" }));
app.listen(4600, () => console.log("http://localhost:4600/api/tools"));
