/** What a cell of a back-office list shows, as plain data that crosses to the browser. */
export type Cell =
  | { kind: "text"; text: string; sub?: string }
  | { kind: "title"; text: string; sub?: string }
  | { kind: "number"; text: string; to?: string }
  | { kind: "badge"; tone: "good" | "bad" | "warn" | "draft" | "plain"; text: string }
  | { kind: "time"; iso: string }
  | { kind: "picture"; picture?: CellPicture }
  /** A person's photo, or their initials. */
  | { kind: "portrait"; name: string; src?: string }
  | SwitchCell;

/** One value of the record that can be changed in its row, without a form of its own. */
export type SwitchCell = {
  kind: "switch";
  /** Where the choice is posted to. */
  to: string;
  /** The field's name. */
  name: string;
  /** For screen readers: what is switched, and whose. */
  label: string;
  text: string;
  options: readonly string[];
  version: number;
  sub?: string;
};

export type CellPicture = { src: string; srcSet: string; width: number; height: number };

/** A strip is shown whole: cut to 3 by 2 there would be nothing left to know it by. */
export const isStrip = ({ width, height }: Pick<CellPicture, "width" | "height">): boolean =>
  width > 2 * height;
