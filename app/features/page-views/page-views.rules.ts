/** Sections whose pages count views. Their titles are public. */
export const VIEWED_SECTIONS = ["news", "daily-brief", "videos"] as const;
export type ViewedSection = (typeof VIEWED_SECTIONS)[number];

export const viewedSection = (word: string | undefined): ViewedSection | undefined =>
  VIEWED_SECTIONS.find((section) => section === word);

/** The address under which a page reports its view: `POST …/views`, `GET …/views.gif`. */
export const pageViewsPath = (section: ViewedSection, id: string) => `/readings/${section}/${id}`;
