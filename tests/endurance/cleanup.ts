/** What a run started and must end: when it is done, when it fails, and on Ctrl-C. */
export class Cleanup {
  private readonly ends: (() => unknown)[] = [];
  private over = false;

  /** Adds an entry, to run before the existing ones; at once if the cleanup has run. */
  defer(end: () => unknown): void {
    if (this.over) void end();
    else this.ends.push(end);
  }

  /** Runs everything, newest first. An error is reported and does not stop the rest. */
  async run(tell: (error: unknown) => void): Promise<void> {
    this.over = true;
    for (let end = this.ends.pop(); end; end = this.ends.pop()) {
      try {
        await end();
      } catch (error) {
        tell(error);
      }
    }
  }
}
