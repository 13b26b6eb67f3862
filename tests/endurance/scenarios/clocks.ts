import { fileURLToPath } from "node:url";
import type { Instance } from "tests/support/server-process";
import { timeRequest } from "../load";
import { type Outcome, outcome } from "../outcome";
import { signIn } from "../people";
import { NODE, openSite, type Run, type Site, startReady } from "../site";

const APART_MINUTES = 90;
const SHIFTED_CLOCK = fileURLToPath(new URL("../shifted-clock.mjs", import.meta.url));

/** Members' term ends, in minutes from now by the database's clock. */
const TERMS = [
  { person: "premium", minutes: 45, tier: "Premium" },
  { person: "private", minutes: 1, tier: "Private" },
  { person: "lapsed", minutes: -1, tier: "Basic" },
] as const;

/** Reads access from instances whose clocks are an hour and a half ahead, behind, and correct. */
export async function clocks(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const instances = [site.instances[0]];
  for (const minutes of [APART_MINUTES, -APART_MINUTES])
    instances.push(await startShifted(run, site, minutes));
  const wrong: string[] = [];
  for (const { person, minutes, tier } of TERMS) {
    const email = `${person}@demo.test`;
    await endIn(site, email, minutes);
    for (const [nth, instance] of instances.entries()) {
      const seen = await tierSeen(instance, email);
      if (seen !== tier) wrong.push(`instance ${nth + 1} takes ${person} for ${seen}`);
    }
  }
  const total = TERMS.length * instances.length;
  return [
    outcome(
      `instances ${APART_MINUTES} min apart agree on who has access`,
      `${total - wrong.length} of ${total} answers as the database's clock has it, from instances ${APART_MINUTES} min fast, as much slow, and right${wrong.length ? `: ${wrong.join(", ")}` : ""}`,
      wrong.length === 0,
    ),
  ];
}

function startShifted(run: Run, { databaseUrl }: Site, minutes: number): Promise<Instance> {
  const env = { CLOCK_SHIFT_MS: String(minutes * 60_000) };
  return startReady(run, databaseUrl, env, [...NODE, "--import", SHIFTED_CLOCK]);
}

const endIn = ({ queries }: Site, email: string, minutes: number): Promise<unknown> =>
  queries.run(
    "update members set subscription_expires_at = now() + ? * interval '1 minute' where email = ?",
    [minutes, email],
  );

/** The tier on the member's own page, from a session started at this instance. */
async function tierSeen({ url }: Instance, email: string): Promise<string> {
  const { token } = await signIn(url, email);
  const { status, body } = await timeRequest(`${url}/api/user/profile`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (status !== 200) return `nobody (${status})`;
  return (JSON.parse(body) as { user: { subscription: string } }).user.subscription;
}
