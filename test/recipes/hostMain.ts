import { start } from "./host.ts";

const { url } = await start("./data", 4600);
console.log(`The tools are served on ${url}`);
