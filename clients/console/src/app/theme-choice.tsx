import { Icon } from "../ui/icon.tsx";
import { chooseTheme, type Theme, theme } from "./theme.ts";

const order: readonly Theme[] = ["system", "light", "dark"];

/** A button that selects the next theme. */
export function ThemeChoice() {
  const next = order[(order.indexOf(theme.value) + 1) % order.length] as Theme;
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Theme: ${theme.value}. Change to ${next}`}
      title={`Theme: ${theme.value}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={theme.value} />
    </button>
  );
}
