import { Registry } from "prom-client";

/**
 * The metrics of this process. Each is declared next to its code. A metric of a total in the database has
 * `aggregator: "max"`, so that several processes are not added up.
 */
export const metricsRegistry = new Registry();
