import { countStatuses, type Reply, sleep, timeRequest, underLoad } from "../load";
import { type Outcome, outcome } from "../outcome";
import { openSite, type Run } from "../site";

const PER_SECOND = 100;
const AT_LEAST = 1_000;

const PATHS = ["/", "/news", "/market", "/api/news?limit=20", "/search?q=rates", "/login"] as const;

/** Each instance stops and is replaced while readers continue. */
export async function rollingRestart(run: Run): Promise<Outcome[]> {
  const { front, instances, add } = await openSite(run);
  const codes: (number | null)[] = [];
  let sent = 0;
  const read = (nth: number): Promise<Reply> => {
    sent += 1;
    return timeRequest(front.url + PATHS[nth % PATHS.length]);
  };
  const replies = await underLoad(PER_SECOND, read, async () => {
    await sleep(1_000);
    for (const { process: old } of instances) {
      const ended = new Promise<number | null>((resolve) => old.once("exit", resolve));
      old.kill("SIGTERM");
      codes.push(await ended);
      await add();
      await sleep(1_000);
    }
    while (sent < AT_LEAST) await sleep(100);
  });
  const lost = replies.filter(({ status }) => status !== 200).length;
  return [
    outcome(
      `SIGTERM to two instances in turn under ${PER_SECOND} requests/s, drained: no request lost`,
      `${lost} of ${replies.length.toLocaleString("en")} lost (${countStatuses(replies)}), exit codes ${codes.join(" and ")}`,
      lost === 0 && replies.length >= AT_LEAST && codes.every((code) => code === 0),
    ),
  ];
}
