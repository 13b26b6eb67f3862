import { type Reply, timeRequest, timeUntil } from "../load";
import { type Outcome, outcome } from "../outcome";
import { signIn } from "../people";
import { openSite, type Run, type Site } from "../site";

const EDITS = 20;
const SEEN_WITHIN_MS = 1_000;

/** Staff change an article at one instance: how soon do both cached pages show it? */
export async function sharedContent(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const { token } = await signIn(site.front.url, "admin@demo.test", "staff");
  const { id } = (await send(site, token, "POST", "/api/news", 0)).body;
  let staleHere = 0;
  const times: number[] = [];
  for (let nth = 1; nth <= EDITS; nth += 1) {
    await Promise.all(site.instances.map(({ url }) => timeRequest(`${url}/news/${id}`)));
    await send(site, token, "PUT", `/api/news/${id}`, nth);
    const [here, there] = site.instances;
    const seen = async ({ url }: { url: string }) =>
      (await timeRequest(`${url}/news/${id}`)).body.includes(titleOf(nth));
    const [first, took] = await Promise.all([
      seen(here),
      timeUntil(() => seen(there), { within: 10_000, every: 5 }),
    ]);
    if (!first) staleHere += 1;
    times.push(took ?? Number.POSITIVE_INFINITY);
  }
  return [
    outcome(
      "a kept page after staff publish: new on the next request on that instance, within 1 s on the other",
      `${EDITS} changes: ${staleHere} stale on the same instance; on the other the slowest was seen ${Math.max(...times).toFixed(0)} ms after the answer`,
      staleHere === 0 && Math.max(...times) <= SEEN_WITHIN_MS,
    ),
  ];
}

const titleOf = (nth: number): string => `Changed for the ${nth}th time`;

async function send(
  { instances: [{ url }] }: Site,
  token: string,
  method: string,
  path: string,
  nth: number,
) {
  const article = { title: titleOf(nth), content: "Text.", category: "Tech", status: "published" };
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const reply: Reply = await timeRequest(url + path, { method, headers, body: JSON.stringify(article) });
  if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status} ${reply.body}`);
  return { body: JSON.parse(reply.body) as { id: string } };
}
