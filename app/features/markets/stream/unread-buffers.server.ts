/** The events that listeners with full buffers have not read: they stay in memory, however many wait for one. */
export class UnreadBuffers<Listener extends object> {
  private readonly holders = new Map<Buffer, Set<Listener>>();
  private readonly held = new Map<Listener, Buffer>();
  private bytes = 0;

  /** @param limit bytes of all events */
  constructor(private readonly limit: number) {}

  /** @returns false if there is no room for another event */
  hold(listener: Listener, event: Buffer): boolean {
    const holders = this.holders.get(event);
    if (!holders && this.bytes + event.length > this.limit) return false;
    if (!holders) this.bytes += event.length;
    this.holders.set(event, (holders ?? new Set()).add(listener));
    this.held.set(listener, event);
    return true;
  }

  release(listener: Listener): void {
    const event = this.held.get(listener);
    if (!event) return;
    this.held.delete(listener);
    const holders = this.holders.get(event);
    holders?.delete(listener);
    if (holders?.size !== 0) return;
    this.holders.delete(event);
    this.bytes -= event.length;
  }
}
