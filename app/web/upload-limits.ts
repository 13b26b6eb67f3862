/** The largest file that is taken, in bytes; the browser says so before it is sent. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
