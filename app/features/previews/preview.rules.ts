/** As whom one looks, as addresses and forms name it. */
export const PREVIEW_READERS = ["visitor", "basic", "premium", "private"] as const;
export type PreviewReader = (typeof PREVIEW_READERS)[number];

export const READER_NAMES: Record<PreviewReader, string> = {
  visitor: "Visitor",
  basic: "Basic",
  premium: "Premium",
  private: "Private",
};

/** How long a link for people without an account may stay good. Days. */
export const LINK_DAYS = [1, 7, 14] as const;

/** @property section its name in addresses, of readers and of staff */
export type PreviewedRecord = { section: string; id: string };

/** The record's page as one of the readers would get it, for who may write it. */
export const previewPath = ({ section, id }: PreviewedRecord, as: PreviewReader): string =>
  `/preview/${section}/${id}?as=${as}`;

/** The same for whoever has the link. */
export const linkPath = ({ section, id }: PreviewedRecord, link: string): string =>
  `/preview/${section}/${id}?link=${link}`;

/** What the addresses of pictures end in on the page that a link opens: an unpublished picture is open by the same link. */
export const pictureQuery = ({ section, id }: PreviewedRecord, link: string): string =>
  `?preview=${section}/${id}&link=${link}`;

/** The record and the link of such an address. */
export function previewInQuery(
  query: URLSearchParams,
): { record: PreviewedRecord; link: string } | undefined {
  const [section, id] = query.get("preview")?.split("/") ?? [];
  const link = query.get("link");
  return section && id && link ? { record: { section, id }, link } : undefined;
}

/** The screen that leads to a record's previews. */
export const previewsPath = ({ section, id }: PreviewedRecord): string => `/admin/${section}/${id}/preview`;

export const isPreviewReader = (name: string | null | undefined): name is PreviewReader =>
  PREVIEW_READERS.some((reader) => reader === name);
