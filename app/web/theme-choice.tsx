import { useLocation } from "@remix-run/react";
import { ThemeSwitch } from "~/ui/theme-switch";
import { useRootData } from "./root-data";
import type { Theme } from "./theme";

const CHOICES: { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The theme switch of a page. @param props.back the page to return to; by default this one */
export function ThemeChoice({ back }: { back?: string }) {
  const { theme } = useRootData();
  const { pathname, search } = useLocation();
  return <ThemeSwitch action="/theme" themes={CHOICES} current={theme} back={back ?? pathname + search} />;
}
