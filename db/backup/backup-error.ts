/** Why a backup or a restore fails, in one line for the person who started it. */
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
  /** EX_USAGE: the command line is wrong. */
  usage: 64,
  /** EX_DATAERR: the file is truncated, altered, of a newer version, or no archive. */
  data: 65,
  /** EX_NOINPUT: there is no such file. */
  noInput: 66,
  /** EX_CANTCREAT: the output cannot be written. */
  cannotWrite: 73,
  /** EX_TEMPFAIL: a later attempt may succeed. */
  later: 75,
  /** EX_CONFIG: a person must correct the configuration first. */
  config: 78,
} as const;
