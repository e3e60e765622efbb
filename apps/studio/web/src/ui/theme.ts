// Light or dark: as the system says, until a person says otherwise.

import { effect } from "@preact/signals";
import { theme } from "../state.ts";
import type { Picture } from "../view/picture.ts";
import type { Theme } from "../view/palette.ts";

const KEPT_AS = "navigant-theme";

export function startTheme(picture: Picture): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const asSystem = (): void => {
    if (!kept()) theme.value = dark.matches ? "dark" : "light";
  };
  theme.value = kept() ?? (dark.matches ? "dark" : "light");
  dark.addEventListener("change", asSystem);
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    picture.theme(theme.value);
  });
}

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEPT_AS, theme.value);
  } catch {
    // A browser that keeps nothing shows it for this visit.
  }
}

function kept(): Theme | null {
  try {
    const value = localStorage.getItem(KEPT_AS);
    return value === "dark" || value === "light" ? value : null;
  } catch {
    return null;
  }
}
