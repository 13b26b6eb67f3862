/** The parameter of a working copy's form and preview, and the button that begins one. */
export const WORKING_COPY = "working-copy";

/** The button that publishes it. */
export const PUBLISH_COPY = "publish-copy";

/** The hidden field with the version and the texts that its form was drawn with, as JSON. */
export const SEEN_COPY = "seen-copy";

/** The same of the record's form, after its texts and the copy's were shown next to each other. */
export const COPY_BESIDE = "copy-beside";

/** The list's parameter with the record whose working copy is to be discarded. */
export const DISCARD_COPY = "discard";
