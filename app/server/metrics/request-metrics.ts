import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";
import { contextOf } from "../request-context";

const registers = [metricsRegistry];

/** Of what is drawn. Kept pages are counted by the page cache: to measure one would take a part of its time. */
const DURATION = new Histogram({
  name: "openbell_http_request_duration_seconds",
  help: "From the first look at a request that no kept page answers to the end of its answer",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/**
 * Measures a request. Its label is the pattern of its route: paths have no end.
 * @returns what is to be called when its answer has ended, well or not
 */
export function measureRequest({ method = "GET" }: IncomingMessage, response: ServerResponse): () => void {
  const end = DURATION.startTimer({ method });
  return () => void end({ route: contextOf(response).pattern(), status: statusClass(response) });
}

/** `2xx`, or `aborted` where the reader left before the end. */
const statusClass = ({ statusCode, writableFinished }: ServerResponse): string =>
  writableFinished ? `${Math.floor(statusCode / 100)}xx` : "aborted";

/** By the kind of work, see `WorkKind`. */
export const shedRequests = new Counter({
  name: "openbell_http_requests_shed_total",
  help: "Requests answered 503 at once because there was no room for them",
  labelNames: ["work"],
  registers,
});

let admission = { inFlight: 0, limit: 0 };

/** From now on it is this one that the metrics tell of. */
export function watchAdmission(watched: { inFlight: number; limit: number }): void {
  admission = watched;
}

new Gauge({
  name: "openbell_http_requests_in_flight",
  help: "Requests that are worked on",
  registers,
  collect() {
    this.set(admission.inFlight);
  },
});

new Gauge({
  name: "openbell_http_requests_limit",
  help: "How many requests may be worked on at one time; it falls while work waits for other work",
  registers,
  collect() {
    this.set(Math.floor(admission.limit));
  },
});
