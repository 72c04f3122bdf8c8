import { mount } from "@callboard/embed";
import { useEffect, useRef } from "react";

export function Tip({ theme }: { theme: "light" | "dark" }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const embed = mount(place.current!, {
      host: "https://tools.example.com",
      tool: "tip-splitter",
      publishKey: "pk_…",
      theme,
    });
    return embed.unmount;
  }, [theme]);
  return <div ref={place} />;
}
