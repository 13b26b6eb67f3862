import { CLOCK } from "./icon-paths";

const PATHS = {
  menu: "M3 6h14M3 10h14M3 14h14",
  close: "m5 5 10 10M15 5 5 15",
  search: "M13.5 8.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0M12.2 12.2l4.3 4.3",
  bell: "M4.5 13a5.5 5.5 0 0 1 11 0zM2.5 13h15M8.2 15.5a1.8 1.8 0 0 0 3.6 0",
  down: "m5 7.5 5 5 5-5",
  lock: "M6.5 9V7.2a3.5 3.5 0 0 1 7 0V9M4.5 9h11v7.5h-11zM10 12v1.6",
  play: "m6 4 10 6-10 6z",
  chat: "M3 4h14v10H9l-4 3v-3H3z",
  warn: "M10 3 18 17H2zM10 8.5v4M10 14.4v.6",
  check: "m4 10.5 4 4 8-9",
  plus: "M10 4v12M4 10h12",
  note: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 9v4.5M10 6.2v.6",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
  // Social networks' logos in our line style.
  facebook: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M9.6 16.8V9.2q0-2.2 2.4-2.2M7.8 10.4h3.8",
  x: "M3.5 3.5h3.2l9.8 13h-3.2zM15.8 3.5l-4.9 5.6M9 11l-4.8 5.5",
  youtube: "M5 5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8.6 7.6v4.8l4-2.4z",
  clock: CLOCK,
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon in the text's colour. Always decorative, with a word next to it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
