import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "./LanguageProvider.tsx";
import { chooseTheme, THEMES, useTheme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or as the device is: one radio each. */
export function ThemeSwitch(): ReactNode {
  const chosen = useTheme();
  const words = useWords();
  return (
    <fieldset className="site-theme">
      <legend className="site-hidden">{words.theme}</legend>
      {THEMES.map((theme) => {
        const label = words[`theme.${theme}`];
        const Icon = icons[theme];
        return (
          <label key={theme} title={label}>
            <input
              className="site-hidden"
              type="radio"
              name="theme"
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            <Icon size={16} aria-hidden />
            <span className="site-hidden">{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
