import { renderToString } from "react-dom/server";
import { Page } from "./Page.tsx";

console.log(renderToString(<Page save={() => {}} />));
