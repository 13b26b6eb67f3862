import { useLocation } from "@remix-run/react";
import { ThemeSwitch } from "~/ui/theme-switch";
import { useRootData } from "./root-data";
import type { Theme } from "./theme";

const CHOICES: { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The theme switch of a page, which comes back to that page. */
export function ThemeChoice() {
  const { theme } = useRootData();
  const { pathname, search } = useLocation();
  return <ThemeSwitch action="/theme" themes={CHOICES} current={theme} back={pathname + search} />;
}
