import { useMatches } from "@remix-run/react";

/** The notice on a page that is previewed before its publication. */
export type PreviewNotice = {
  /** The simulated reader: "Visitor", "Premium member". */
  as: string;
  /** It shows the record's working copy. */
  copied?: boolean;
  /** Expiry of a preview link; absent for staff. */
  until?: Date;
  /** The query of unpublished pictures for people with a preview link; staff use their session. */
  pictureQuery?: string;
  /** The same page for each kind of reader, and the way back, for staff. */
  readers?: { label: string; to: string; current: boolean }[];
  backTo?: string;
};

/** The notice from a preview's loader; undefined on every other page. */
export const usePreviewNotice = (): PreviewNotice | undefined =>
  (useMatches().at(-1)?.data as { previewNotice?: PreviewNotice } | undefined)?.previewNotice;
