const PATHS = {
  star: "m10 3 2.2 4.5 5 .7-3.6 3.5.8 4.9-4.4-2.3-4.4 2.3.8-4.9L2.8 8.2l5-.7z",
  plus: "M10 4v12M4 10h12",
  bookmark: "M5.5 3.5h9v13l-4.5-3.4-4.5 3.4z",
} as const;

export type MarkIconName = keyof typeof PATHS;

/** The icons of marks, apart from `Icon`, so that the back-office does not load them. */
export const MarkIcon = ({ name }: { name: MarkIconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
