/** The log of all changes. */
export const CHANGES_PATH = "/admin/changes";

/** The log of one record. @param kind the path of its screen */
export const historyPath = (kind: string, recordId: string) =>
  `${CHANGES_PATH}?${new URLSearchParams({ kind, record: recordId })}`;
