/** A picture that was chosen before the form was refused, and what the form sends about it. */
export type PendingPicture = { id: string; src: string };

/** The input that names the picture of this field. */
export const pendingIdField = (field: string) => `${field}Kept`;

/** The box that leaves it out. */
export const discardField = (field: string) => `${field}Drop`;
