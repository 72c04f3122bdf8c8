import { embedFiles } from "@callboard/embed/files";
import { createStore } from "@callboard/server";
import { openShop } from "./shop.ts";

const { url } = await openShop(await createStore({ dataDir: "./data" }), embedFiles);
console.log(url);
