/**
 * A reason, told in one line to whoever started the product, why the embedded database cannot run.
 * Everything else that is thrown in this folder is a defect and keeps its stack.
 */
export class EmbeddedDatabaseError extends Error {
  /**
   * @param {string} message one line, a whole sentence
   * @param {string} [detail] what PostgreSQL itself said, many lines
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
