/** What readings are counted of, by the section that its pages stand in. What a title of these says is public. */
export const READ_SECTIONS = ["news", "daily-brief", "videos"] as const;
export type ReadSection = (typeof READ_SECTIONS)[number];

export const readSectionOf = (word: string | undefined): ReadSection | undefined =>
  READ_SECTIONS.find((section) => section === word);

/** Below this address a page tells that it is read: `POST …/views`, `GET …/views.gif`. */
export const readingPath = (section: ReadSection, id: string) => `/readings/${section}/${id}`;
