import type { Direction } from "~/ui/change";

/** What a cell of a back-office list shows, as plain data that crosses to the browser. */
export type Cell =
  | { kind: "text"; text: string; sub?: string }
  /**
   * Leads to the record, or `to` where that is another screen's. `short` is what the list shows of an
   * address, where a spreadsheet gets all of it.
   */
  | { kind: "title"; text: string; sub?: string; short?: string; to?: string }
  /** `sub` is its unit, where one is known; `day` the day (yyyy-mm-dd) it is of, which a spreadsheet gets as it stands here. */
  | { kind: "number"; text: string; sub?: string; day?: string; to?: string }
  /** Leads to what can be done about the record. */
  | { kind: "link"; text: string; to: string }
  /** A figure with its sign; without a direction it is not known where it went. */
  | { kind: "change"; text: string; direction?: Direction }
  | {
      kind: "badge";
      tone: "good" | "bad" | "warn" | "draft" | "members" | "free" | "plain";
      text: string;
      /** Where the record stands: whoever may write it can change that here. */
      publication?: "published" | "draft";
      /** From when on readers see it. ISO 8601. */
      at?: string;
      /** From when on they see it no more. ISO 8601. */
      until?: string;
    }
  /** Whether to buy or to sell. */
  | { kind: "side"; side: "buy" | "sell"; text: string }
  /** `warning` says in a word what is wrong with the moment. */
  | { kind: "time"; iso: string; warning?: string }
  /** `whole` is drawn in its own shape instead of cut to that of the others. */
  | { kind: "picture"; picture?: CellPicture; whole?: boolean }
  /** A person's photo, or their initials. */
  | { kind: "portrait"; name: string; src?: string }
  | InlineSelectCell;

/** One value of the record that can be changed in its row, without a form of its own. */
export type InlineSelectCell = {
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
export const isWide = ({ width, height }: Pick<CellPicture, "width" | "height">): boolean =>
  width > 2 * height;

/** Figures stand at the end edge, and so do the names of their columns. */
export const isNumeric = (cell: Cell | undefined): boolean =>
  cell?.kind === "number" || cell?.kind === "change";
