/** A picture that was chosen before the form was refused, and what the form sends about it. */
export type KeptPicture = { id: string; src: string };

/** The input that names the picture of this field. */
export const keptName = (field: string) => `${field}Kept`;

/** The box that leaves it out. */
export const dropName = (field: string) => `${field}Drop`;
