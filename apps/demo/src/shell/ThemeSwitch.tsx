import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { chooseTheme, THEMES, useTheme } from "./theme.ts";

const choices = {
  system: { label: "System theme", Icon: Monitor },
  light: { label: "Light theme", Icon: Sun },
  dark: { label: "Dark theme", Icon: Moon },
};

/** Light, dark, or as the device is: one radio each. */
export function ThemeSwitch(): ReactNode {
  const chosen = useTheme();
  return (
    <fieldset className="demo-theme">
      <legend className="demo-hidden">Theme</legend>
      {THEMES.map((theme) => {
        const { label, Icon } = choices[theme];
        return (
          <label key={theme} title={label}>
            <input
              className="demo-hidden"
              type="radio"
              name="theme"
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            <Icon size={16} aria-hidden />
            <span className="demo-hidden">{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
