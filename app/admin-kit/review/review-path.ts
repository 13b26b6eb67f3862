/** The page of a record's review. @param kind the path of its screen */
export const reviewPath = (kind: string, id: string): string => `/admin/${kind}/${id}/review`;
