/** A picture that was chosen before the form was refused, and its form fields. */
export type PendingPicture = { id: string; src: string };

/** The input with the picture's id. */
export const pendingIdField = (field: string) => `${field}Kept`;

/** The check box that removes it. */
export const discardField = (field: string) => `${field}Drop`;
