import { Cluster } from "../cluster/cluster";
import { findPrograms, INSTALL } from "../cluster/programs";
import { playOutcome } from "../failover/outcomes";
import { PLAYS } from "../failover/plays";
import { Stage } from "../failover/stage";
import { notMeasured, type Outcome, outcome, seconds } from "../outcome";
import type { Run } from "../site";

/** A cluster of real parts loses its primary in every way, while people use the site. `--only` names one play. */
export async function failover(run: Run): Promise<Outcome[]> {
  const programs = findPrograms();
  if ("missing" in programs)
    return [notMeasured("failover", `missing: ${programs.missing.join(", ")}; ${INSTALL}`)];
  const { only } = run.options;
  const plays = PLAYS.filter(({ name }) => only.length === 0 || only.includes(name));
  run.say("  a cluster");
  const cluster = await Cluster.start(programs, run.cleanup);
  const began = performance.now();
  const stage = await Stage.open(run, cluster);
  const outcomes = [
    outcome(
      "two instances start at once on an empty database: both become ready",
      `ready after ${seconds(performance.now() - began)} with the demo's content`,
      true,
    ),
  ];
  for (const { name, what, limits, act } of plays) {
    run.say(`  ${name}`);
    const found = await stage.play(act).then(
      (measured) => playOutcome(what, measured, limits),
      (error: unknown) => outcome(what, `could not be played to its end: ${String(error)}`, false),
    );
    run.say(`  ${found.verdict}: ${found.figure}`);
    outcomes.push(found);
  }
  run.say("  the emails");
  outcomes.push(await stage.mails.judge(stage.writes));
  return outcomes;
}
