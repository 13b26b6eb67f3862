/** What a cell of a back-office list shows, as plain data that crosses to the browser. */
export type Cell =
  | { kind: "text"; text: string; sub?: string }
  | { kind: "title"; text: string; sub?: string }
  | { kind: "number"; text: string; to?: string }
  | { kind: "badge"; tone: "good" | "bad" | "warn" | "draft" | "plain"; text: string }
  | { kind: "time"; iso: string }
  | { kind: "picture"; picture?: CellPicture };

export type CellPicture = { src: string; srcSet: string; width: number; height: number };

/** A strip is shown whole: cut to 3 by 2 there would be nothing left to know it by. */
export const isStrip = ({ width, height }: Pick<CellPicture, "width" | "height">): boolean =>
  width > 2 * height;
