/** What a run has begun and must end: when it is done, when it breaks, and when somebody presses Ctrl-C. */
export class Cleanup {
  private readonly ends: (() => unknown)[] = [];
  private over = false;

  /** Ends this, too, before all that is there already; at once when the rest has ended. */
  defer(end: () => unknown): void {
    if (this.over) void end();
    else this.ends.push(end);
  }

  /** Ends everything, the newest first. What fails is told and keeps nothing else from its end. */
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
