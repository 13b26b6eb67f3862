import { Registry } from "prom-client";

/**
 * The metrics of this process. Each is declared beside what it tells of. One that says how much there is in all, in the
 * database and not in this process, has `aggregator: "max"`, so that those of several processes can be put together.
 */
export const metricsRegistry = new Registry();
