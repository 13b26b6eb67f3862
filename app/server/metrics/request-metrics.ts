import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";
import { contextOf } from "../request-context";

const registers = [metricsRegistry];

/**
 * Rendered requests only. Cached pages are counted by the page cache, because measuring them would cost too
 * much.
 */
const DURATION = new Histogram({
  name: "openbell_http_request_duration_seconds",
  help: "Time from receiving an uncached request to the end of its response",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/**
 * Measures a request, labelled by route pattern to limit the number of labels.
 * @returns a function to call when the response has ended
 */
export function measureRequest({ method = "GET" }: IncomingMessage, response: ServerResponse): () => void {
  const end = DURATION.startTimer({ method });
  return () => void end({ route: contextOf(response).pattern(), status: statusClass(response) });
}

/** `2xx`, or `aborted` if the reader left early. */
const statusClass = ({ statusCode, writableFinished }: ServerResponse): string =>
  writableFinished ? `${Math.floor(statusCode / 100)}xx` : "aborted";

/** By kind of work, see `WorkKind`. */
export const shedRequests = new Counter({
  name: "openbell_http_requests_shed_total",
  help: "Requests refused with 503 because of overload",
  labelNames: ["work"],
  registers,
});

let admission = { inFlight: 0, limit: 0 };

/** From now on the metrics describe this one. */
export function watchAdmission(watched: { inFlight: number; limit: number }): void {
  admission = watched;
}

new Gauge({
  name: "openbell_http_requests_in_flight",
  help: "Requests in progress",
  registers,
  collect() {
    this.set(admission.inFlight);
  },
});

new Gauge({
  name: "openbell_http_requests_limit",
  help: "The current limit of simultaneous requests; it falls under overload",
  registers,
  collect() {
    this.set(Math.floor(admission.limit));
  },
});
