/** An error with a one-line reason for the user. */
export class LaunchError extends Error {
  /**
   * @param {string} message one line, a whole sentence
   * @param {string} [detail] the failing program's full output
   */
  constructor(message, detail = "") {
    super(message);
    this.name = "LaunchError";
    this.detail = detail;
  }
}

/** Ctrl-C or a stop signal during a step. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`ended by ${signal}`);
    this.name = "Interrupted";
    this.signal = signal;
  }
}
