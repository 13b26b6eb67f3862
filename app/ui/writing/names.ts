// Names shared by the server's HTML and the script of the writing screen.

/** The button that previews the text without saving. */
export const PREVIEW = "preview";
/** In a form: the window whose draft is deleted when it is saved. */
export const DRAFT_WRITER = "draftWriter";
/**
 * Drafts of other windows that the form includes completely, as `draftName` writes them, separated by spaces.
 */
export const DRAFT_OVER = "draftOver";
/** The forms that discard the current draft, or another one. */
export const DISCARD_FORM_ID = "discard-draft";
export const DISCARD_OTHER_ID = "discard-other-draft";

/** A draft at a certain state: later changes make it another one. */
export const draftName = ({ writer, revision }: { writer: string; revision: number }) =>
  `${writer}:${revision}`;

export const previewId = (field: string) => `${field}-preview`;
export const lengthId = (field: string) => `${field}-length`;
export const READERS_ID = "readers";
/** The status of the draft and the preview. */
export const DRAFT_STATE_ID = "draft-state";
/** The time of the status. */
export const DRAFT_TIME_ID = "draft-time";
export const PREVIEW_STATE_ID = "preview-state";

/** The rendered parts of a text, as HTML. */
export type TextPanels = { previews: Record<string, string>; readers: string };
