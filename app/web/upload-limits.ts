/** The largest accepted file, in bytes; the browser checks it before sending. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
