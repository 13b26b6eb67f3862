import type { ReceivedMail, SmtpSink } from "tests/support/smtp-sink";
import { sleep } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { duplicates, type Write } from "./record";

const LOOK_EVERY_MS = 200;
const WITHIN_MS = 4 * 60_000;
/** An email that a worker had in hand at a freeze waits this long before it leaves again. */
export const AFTERWARDS_MS = 190_000;

/** Which email it is; the same again if it leaves a second time. */
const idOf = ({ data }: ReceivedMail): string => /^Message-ID: (.*)$/im.exec(data)?.[1]?.trim() ?? "";

/** Notes when emails arrive, over all plays. */
export class MailWatch {
  private readonly arrivals = new Map<string, number>();
  private read = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly sink: SmtpSink) {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  private look(): void {
    for (; this.read < this.sink.received.length; this.read += 1)
      for (const address of this.sink.received[this.read]?.to ?? [])
        if (!this.arrivals.has(address)) this.arrivals.set(address, performance.now());
  }

  /** Waits for the email of each confirmed registration. */
  async judge(writes: readonly Write[]): Promise<Outcome> {
    const registrations = writes.filter(({ kind }) => kind === "registration");
    const missing = () => registrations.filter(({ key }) => !this.arrivals.has(key));
    const deadline = performance.now() + 1.5 * WITHIN_MS;
    while (missing().length > 0 && performance.now() < deadline) await sleep(1_000);
    await sleep(AFTERWARDS_MS);
    clearInterval(this.timer);
    const waits = registrations.map(({ key, at }) => (this.arrivals.get(key) ?? at) - at);
    const twice = duplicates(this.sink.received.map(idOf));
    return outcome(
      "emails of everybody whose registration was confirmed, over all plays: each within 4 min, once",
      `${missing().length} of ${registrations.length} missing, the slowest after ${seconds(Math.max(0, ...waits))}, ${twice.length} of ${this.sink.received.length} emails came twice`,
      missing().length + twice.length === 0 && Math.max(0, ...waits) <= WITHIN_MS,
    );
  }
}
