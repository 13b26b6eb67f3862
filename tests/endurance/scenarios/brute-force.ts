import { countStatuses, jsonPost, type Reply, timeRequest } from "../load";
import { type Outcome, outcome } from "../outcome";
import { openSite, type Run, type Site } from "../site";

const ATTEMPTS = 200;

/** The limits per address and per network in 15 minutes. README, "Decisions". */
const PER_ADDRESS = 10;
const PER_NETWORK = 60;

/** Sends wrong passwords in parallel, half of them to each instance. */
export async function bruteForce(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const one = await attempt(site, "203.0.113.1", () => "basic@demo.test");
  const many = await attempt(site, "203.0.113.2", (nth) => `somebody${nth}@example.com`);
  return [
    evaluate(`${ATTEMPTS} parallel sign-ins at one address over two instances`, one, PER_ADDRESS),
    evaluate(`${ATTEMPTS} parallel sign-ins from one network over two instances`, many, PER_NETWORK),
  ];
}

const attempt = ({ instances }: Site, network: string, emailOf: (nth: number) => string): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: ATTEMPTS }, (_, nth) => {
      const body = { email: emailOf(nth), password: "wrong" };
      const url = `${instances[nth % 2]?.url}/api/auth/user/login`;
      return timeRequest(url, jsonPost(body, { "X-Forwarded-For": network }));
    }),
  );

/** A 503 may or may not have been counted, so it counts for either side. */
function evaluate(what: string, replies: readonly Reply[], allowed: number): Outcome {
  const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
  const [checked, turnedAway] = [count(401), count(503)];
  const others = replies.length - checked - turnedAway - count(429);
  return outcome(
    `${what}: ${allowed} reach the password check, fewer only where the queue for it is full (503)`,
    `${checked} reached it (${countStatuses(replies)})`,
    checked <= allowed && checked + turnedAway >= allowed && others === 0,
  );
}
