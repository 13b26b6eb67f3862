/** A reason, told in a line, why a command ends here. */
export class LaunchError extends Error {
  /**
   * @param {string} message one line, a whole sentence
   * @param {string} [detail] what the failing program said, in full
   */
  constructor(message, detail = "") {
    super(message);
    this.name = "LaunchError";
    this.detail = detail;
  }
}

/** Somebody pressed Ctrl-C or asked the process to end while a step was at work. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`ended by ${signal}`);
    this.name = "Interrupted";
    this.signal = signal;
  }
}
