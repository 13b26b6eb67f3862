/** The names of a record's main button: with script it says what a save does to readers. */
export const SAVE = /^(Save|Save draft|Publish now|Unpublish|Schedule for .+)$/;
