import type { EventEmitter } from "node:events";
import { processValues } from "db/per-process";
import type { RunNode } from "./plan-offences";
import { queryOnce } from "./postgres";

/** A statement that the server ran, with PostgreSQL's plan. */
export type RunPlan = { text: string; root: RunNode };

export type PlanLog = { take(): RunPlan[] };

type Pool = { on(event: "acquireSuccess", heard: (id: number, connection: EventEmitter) => void): void };
type Shared = { database?: { orm: { em: { getKnex(): Knex } }; sidePool: Knex } };
type Knex = { client: { pool: Pool } };

type Notice = { severity?: string; message?: string };

/**
 * Makes PostgreSQL report the plan of every statement in a database, from the next connection on. It reports
 * to the client, because the server's log belongs to the owner of the server. Test servers allow it for every
 * role, others only for superusers.
 * @returns the same address
 */
export async function logPlans(databaseUrl: string): Promise<string> {
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_format": "json",
    client_min_messages: "log",
  };
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await queryOnce(databaseUrl, `alter database ${name} set ${setting} = '${value}'`);
  return databaseUrl;
}

/** Collects the plans of the server in this process; `take` returns those since the last `take`. */
export function listenToPlans(): PlanLog {
  const { database } = processValues.get("database") as Shared;
  if (!database) throw new Error("The server keeps its database elsewhere now");
  const plans: RunPlan[] = [];
  const heard = new WeakSet<EventEmitter>();
  const onNotice = ({ severity, message = "" }: Notice) => {
    const plan = severity === "LOG" ? readPlan(message) : undefined;
    if (plan) plans.push(plan);
  };
  for (const { client } of [database.orm.em.getKnex(), database.sidePool])
    client.pool.on("acquireSuccess", (_id, connection) => {
      if (heard.has(connection)) return;
      heard.add(connection);
      connection.on("notice", onNotice);
    });
  return { take: () => plans.splice(0) };
}

/** `duration: 0.1 ms  plan:` and then the plan. */
function readPlan(message: string): RunPlan | undefined {
  const start = /^duration: .* plan:\s*/.exec(message);
  if (!start) return undefined;
  const { "Query Text": text, Plan: root }: { "Query Text": string; Plan: RunNode } = JSON.parse(
    message.slice(start[0].length),
  );
  return { text, root };
}
