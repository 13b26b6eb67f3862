import { log } from "~/platform/log.server";
import { LIMIT, type Load, nextLimit } from "./concurrency-limit.rules";
import { type LoadMeter, startLoadMeter } from "./load-meter";
import type { WorkKind } from "./work-kind";

/** Milliseconds between two load checks. */
const LOOK_MS = 100;

/** Milliseconds between two log lines about an overload. */
const LOG_MS = 5_000;

/** Extra places for `paying` requests only, so that a crowd of readers cannot take them. */
const RESERVED_FOR_PAYING = 32;

type Options = {
  startMeter?: () => LoadMeter;
  /** Milliseconds. */
  now?: () => number;
};

/**
 * Decides which requests are admitted. Others are refused immediately, so that admitted ones stay fast: in a
 * queue everybody would wait, and most would have left. Checks the load only while there is any.
 */
export class Admission {
  /** The maximum number of simultaneous requests. */
  limit: number = LIMIT.most;
  inFlight = 0;
  private reservedInFlight = 0;
  private peak = 0;
  private watching: { meter: LoadMeter; timer: NodeJS.Timeout } | undefined;
  private turnedAway = 0;
  private loggedAt = Number.NEGATIVE_INFINITY;
  private readonly startMeter: () => LoadMeter;
  private readonly now: () => number;

  constructor({ startMeter = startLoadMeter, now = () => performance.now() }: Options = {}) {
    this.startMeter = startMeter;
    this.now = now;
  }

  /**
   * @returns a function that frees the place, or undefined when there is none; `unlimited` work needs none
   */
  enter(kind: Exclude<WorkKind, "unlimited">): (() => void) | undefined {
    if (this.inFlight < this.limit) return this.take("inFlight");
    if (kind === "paying" && this.reservedInFlight < RESERVED_FOR_PAYING)
      return this.take("reservedInFlight");
    this.turnedAway += 1;
    return undefined;
  }

  private take(places: "inFlight" | "reservedInFlight"): () => void {
    this[places] += 1;
    this.peak = Math.max(this.peak, this.inFlight);
    this.watching ??= this.watch();
    return () => {
      this[places] -= 1;
    };
  }

  private watch() {
    const meter = this.startMeter();
    const timer = setInterval(() => this.adjust({ inFlight: this.peak, ...meter.read() }), LOOK_MS);
    timer.unref();
    return { meter, timer };
  }

  private adjust(load: Load): void {
    this.limit = nextLimit(this.limit, load);
    this.peak = this.inFlight;
    this.logOverload(load);
    const calm = this.inFlight === 0 && this.limit === LIMIT.most;
    if (calm && this.turnedAway === 0) this.stopWatching();
  }

  private stopWatching(): void {
    clearInterval(this.watching?.timer);
    this.watching?.meter.stop();
    this.watching = undefined;
  }

  /** One line for many refusals, because a line each would add load. */
  private logOverload({ loopDelayMs, queueAgeMs }: Load): void {
    if (this.turnedAway === 0 || this.now() - this.loggedAt < LOG_MS) return;
    const line = { requests: this.turnedAway, limit: Math.floor(this.limit), loopDelayMs, queueAgeMs };
    log().warn(line, "overloaded: requests turned away");
    this.turnedAway = 0;
    this.loggedAt = this.now();
  }
}
