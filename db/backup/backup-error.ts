/** Why a backup or a restore ends here, told in one line to whoever asked for it. */
export class BackupError extends Error {
  /**
   * @param message a whole sentence or two, without secrets
   * @param exitCode one of `EXIT`
   */
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
    this.name = "BackupError";
  }
}

/** sysexits.h, as the other commands use it. */
export const EXIT = {
  /** EX_USAGE: it was asked for in other words than it knows. */
  usage: 64,
  /** EX_DATAERR: the archive is cut, altered, newer, or none. */
  data: 65,
  /** EX_NOINPUT: there is no such file. */
  noInput: 66,
  /** EX_CANTCREAT: what it should write cannot be written. */
  cannotWrite: 73,
  /** EX_TEMPFAIL: it can be done later. */
  later: 75,
  /** EX_CONFIG: somebody has something to set right before. */
  config: 78,
} as const;
