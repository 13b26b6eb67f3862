/**
 * The message for an empty required field, for pages and API.
 * @param label the field's name in the form or the API
 */
export const requiredMessage = (label: string) => `${label} is required`;
