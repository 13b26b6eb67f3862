import { ask, countStatuses, posting, type Reply } from "../load";
import { type Outcome, outcome } from "../outcome";
import { openSite, type Run, type Site } from "../site";

const ATTEMPTS = 200;

/** How many attempts one address, and one network, has in 15 minutes. README, "Decisions". */
const PER_ADDRESS = 10;
const PER_NETWORK = 60;

/** Wrong passwords, all at once, half of them at each instance. */
export async function bruteForce(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const one = await attempt(site, "203.0.113.1", () => "basic@demo.test");
  const many = await attempt(site, "203.0.113.2", (nth) => `somebody${nth}@example.com`);
  return [
    judge(`${ATTEMPTS} parallel sign-ins at one address over two instances`, one, PER_ADDRESS),
    judge(`${ATTEMPTS} parallel sign-ins from one network over two instances`, many, PER_NETWORK),
  ];
}

const attempt = ({ instances }: Site, network: string, emailOf: (nth: number) => string): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: ATTEMPTS }, (_, nth) => {
      const body = { email: emailOf(nth), password: "wrong" };
      const url = `${instances[nth % 2]?.url}/api/auth/user/login`;
      return ask(url, posting(body, { "X-Forwarded-For": network }));
    }),
  );

/** An attempt that had no room (503) may have been counted without being checked, so it counts for either side. */
function judge(what: string, replies: readonly Reply[], allowed: number): Outcome {
  const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
  const [checked, turnedAway] = [count(401), count(503)];
  const others = replies.length - checked - turnedAway - count(429);
  return outcome(
    `${what}: ${allowed} reach the password check, fewer only where the queue for it is full (503)`,
    `${checked} reached it (${countStatuses(replies)})`,
    checked <= allowed && checked + turnedAway >= allowed && others === 0,
  );
}
