// What the server draws and the script of the writing screen finds by name.

/** The button that shows how the text will be read, and saves nothing. */
export const PREVIEW = "preview";
/** In a form: the window whose draft goes with it once it is saved. */
export const DRAFT_WRITER = "draftWriter";
/** The drafts of other windows that the form says all of, each as `draftName` has it, with spaces between. */
export const DRAFT_OVER = "draftOver";
/** The form that discards the draft that the form goes on with, and the one that discards another. */
export const DISCARD_FORM_ID = "discard-draft";
export const DISCARD_OTHER_ID = "discard-other-draft";

/** A draft as it was seen: what was typed into it since is another one. */
export const draftName = ({ writer, revision }: { writer: string; revision: number }) =>
  `${writer}:${revision}`;

export const previewId = (field: string) => `${field}-preview`;
export const lengthId = (field: string) => `${field}-length`;
export const READERS_ID = "readers";
/** Whether the draft is kept, and whether the preview is of now. */
export const DRAFT_STATE_ID = "draft-state";
/** Since when, beside it. */
export const DRAFT_TIME_ID = "draft-time";
export const PREVIEW_STATE_ID = "preview-state";

/** What is drawn of a text while it is written, each as HTML. */
export type DrawnWriting = { previews: Record<string, string>; readers: string };
