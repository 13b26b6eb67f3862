import { WORKING_COPY } from "~/admin-kit/working-copies/working-copies.rules";

/** The readers of previews, as addresses and forms name them. */
export const PREVIEW_READERS = ["visitor", "basic", "premium", "private"] as const;
export type PreviewReader = (typeof PREVIEW_READERS)[number];

export const READER_NAMES: Record<PreviewReader, string> = {
  visitor: "Visitor",
  basic: "Basic",
  premium: "Premium",
  private: "Private",
};

/** The validity of links for people without an account, in days. */
export const LINK_DAYS = [1, 7, 14] as const;

/** @property section its name in addresses for readers and staff */
export type PreviewedRecord = { section: string; id: string };

/** The record's page as a reader sees it, for staff who may edit it. @param copied with its working copy */
export const previewPath = ({ section, id }: PreviewedRecord, as: PreviewReader, copied = false): string =>
  `/preview/${section}/${id}?as=${as}${copied ? `&${WORKING_COPY}=on` : ""}`;

/** The same for people with the link. */
export const linkPath = ({ section, id }: PreviewedRecord, link: string): string =>
  `/preview/${section}/${id}?link=${link}`;

/**
 * The query of picture addresses on a page opened by a link, so that the link also opens unpublished
 * pictures.
 */
export const pictureQuery = ({ section, id }: PreviewedRecord, link: string): string =>
  `?preview=${section}/${id}&link=${link}`;

/** The record and the link in such a query. */
export function previewInQuery(
  query: URLSearchParams,
): { record: PreviewedRecord; link: string } | undefined {
  const [section, id] = query.get("preview")?.split("/") ?? [];
  const link = query.get("link");
  return section && id && link ? { record: { section, id }, link } : undefined;
}

/** The screen with a record's previews. */
export const previewsPath = ({ section, id }: PreviewedRecord): string => `/admin/${section}/${id}/preview`;

export const isPreviewReader = (name: string | null | undefined): name is PreviewReader =>
  PREVIEW_READERS.some((reader) => reader === name);
