import { fromAnotherNetwork, jsonPost, percentile, type Reply, timeRequest } from "../load";
import { type Outcome, outcome } from "../outcome";
import { addMembers } from "../people";
import { openSite, type Run } from "../site";

const SAMPLES = 300;
const APART_MS = 5;

const QUESTIONS = [
  { name: "a wrong sign-in", path: "/api/auth/user/login" },
  { name: "a forgotten password", path: "/api/auth/user/forget-password" },
] as const;

/** Alternates members' addresses and unknown ones, each once and from a new network. */
export async function enumeration(run: Run): Promise<Outcome[]> {
  const { instances, queries } = await openSite(run);
  const members = await addMembers(
    queries,
    Array.from({ length: SAMPLES }, (_, nth) => `known${nth}`),
  );
  const outcomes: Outcome[] = [];
  for (const { name, path } of QUESTIONS) {
    const known: Reply[] = [];
    const unknown: Reply[] = [];
    const send = (email: string) =>
      timeRequest(
        instances[0].url + path,
        jsonPost({ email, password: "a wrong password" }, fromAnotherNetwork()),
      );
    for (const [nth, { email }] of members.entries()) {
      known.push(await send(email));
      unknown.push(await send(`unknown${nth}@example.com`));
    }
    outcomes.push(compare(name, known, unknown));
  }
  return outcomes;
}

function compare(name: string, known: readonly Reply[], unknown: readonly Reply[]): Outcome {
  const answers = new Set([...known, ...unknown].map(({ status, body }) => `${status} ${body}`));
  const [one, other] = [percentile(known, 0.5), percentile(unknown, 0.5)];
  return outcome(
    `no enumeration by ${name}: same bytes, medians within ${APART_MS} ms over ${SAMPLES} interleaved samples`,
    `${answers.size} kind${answers.size === 1 ? "" : "s"} of answer; medians ${one.toFixed(1)} ms for members and ${other.toFixed(1)} ms for nobody`,
    answers.size === 1 && Math.abs(one - other) <= APART_MS,
  );
}
