/** What is said of a field without its answer, by pages and API alike. @param label as the form or the API names it */
export const requiredMessage = (label: string) => `${label} is required`;
