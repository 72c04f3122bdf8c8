import { TipSplitter } from "./TipSplitter.tsx";

export default function Home() {
  return (
    <main>
      <TipSplitter />
    </main>
  );
}
