import { useMatches } from "@remix-run/react";

/** What is said on a page that is looked at before it is published. */
export type PreviewNotice = {
  /** As whom one looks: "Visitor", "Premium member". */
  as: string;
  /** Until when a link is good; absent for staff. */
  until?: Date;
  /** What the addresses of unpublished pictures end in for somebody with a link; staff see them as they are signed in. */
  pictureQuery?: string;
  /** The same page as each reader sees it, and the way back, for staff. */
  readers?: { label: string; to: string; current: boolean }[];
  backTo?: string;
};

/** What the loader of a preview says beside what its page shows; undefined on every other page. */
export const usePreviewNotice = (): PreviewNotice | undefined =>
  (useMatches().at(-1)?.data as { previewNotice?: PreviewNotice } | undefined)?.previewNotice;
