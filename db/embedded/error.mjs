/**
 * Why the embedded database cannot run, in one line for the person who started the product. Any other error
 * from this folder is a defect and keeps its stack.
 */
export class EmbeddedDatabaseError extends Error {
  /**
   * @param {string} message one line, a whole sentence
   * @param {string} [detail] PostgreSQL's own output, many lines
   */
  constructor(message, detail = "") {
    super(message);
    this.name = "EmbeddedDatabaseError";
    this.detail = detail;
  }
}

/**
 * @param {unknown} error
 * @returns {string | undefined} the code of a system error, such as "ENOENT"
 */
export function errorCode(error) {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
