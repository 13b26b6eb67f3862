/** What is asked before anything is deleted; decisions.md, "Back-office". @param singular "news item" */
export const deleteQuestion = (singular: string) => `Are you sure you want to delete this ${singular}?`;
