import type { Direction } from "~/ui/format";

/** The content of a cell in a back-office list, as plain data for the browser. */
export type Cell =
  | { kind: "text"; text: string; sub?: string }
  /** Links to the record, or to `to`. `short` is shown instead of a long URL; a spreadsheet gets `text`.
   */
  | { kind: "title"; text: string; sub?: string; short?: string; to?: string }
  /**
   * `sub` is its unit, if known; `day` the day of the figure (yyyy-mm-dd), which a spreadsheet gets in this
   * format.
   */
  | { kind: "number"; text: string; sub?: string; day?: string; to?: string }
  /** Links to an action for the record. */
  | { kind: "link"; text: string; to: string }
  /** A signed change; without a direction it is unknown. */
  | { kind: "change"; text: string; direction?: Direction }
  | {
      kind: "badge";
      tone: "good" | "bad" | "warn" | "draft" | "members" | "free" | "plain";
      text: string;
      /** The publication state; people who may edit the record can change it in the row. */
      publication?: "published" | "draft";
      /** When readers start seeing it. ISO 8601. */
      at?: string;
      /** When readers stop seeing it. ISO 8601. */
      until?: string;
    }
  /** Buy or sell. */
  | { kind: "side"; side: "buy" | "sell"; text: string }
  /** `warning` names the problem with the time in one word. */
  | { kind: "time"; iso: string; warning?: string }
  /** `whole` keeps its aspect ratio instead of being cropped. */
  | { kind: "picture"; picture?: CellPicture; whole?: boolean }
  /** A person's photo, or their initials. */
  | { kind: "portrait"; name: string; src?: string }
  | InlineSelectCell;

/** A choice that can be changed directly in the row. */
export type InlineSelectCell = {
  kind: "switch";
  /** The address the choice is posted to. */
  to: string;
  /** The field's name. */
  name: string;
  /** For screen readers: the setting and the record. */
  label: string;
  text: string;
  options: readonly string[];
  version: number;
  sub?: string;
};

export type CellPicture = { src: string; srcSet: string; width: number; height: number };

/** A wide strip is not cropped: at 3 by 2 nobody would recognise it. */
export const isWide = ({ width, height }: Pick<CellPicture, "width" | "height">): boolean =>
  width > 2 * height;

/** Figures and their column headers are aligned to the end. */
export const isNumeric = (cell: Cell | undefined): boolean =>
  cell?.kind === "number" || cell?.kind === "change";
