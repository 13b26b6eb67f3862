import { AFTERWARDS_MS } from "../failover/mails";
import { countStatuses, sleep, timeUntil, underLoad } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { register } from "../people";
import { openSite, type Run, type Site } from "../site";

const PER_SECOND = 1;
const DELIVERED_WITHIN_MS = 120_000;

/** People register while no email leaves. */
export async function mailDown(run: Run): Promise<Outcome[]> {
  const minutes = run.options.mailMinutes;
  const site = await openSite(run);
  const addresses: string[] = [];
  const join = async (nth: number) => {
    const { email, reply } = await register(site.front.url, `patient${nth}`);
    addresses.push(email);
    return reply;
  };
  await site.sink.stop();
  const replies = await underLoad(PER_SECOND, join, () => sleep(minutes * 60_000));
  await site.sink.start();
  const delivered = () => Promise.resolve(addresses.every((address) => mailsTo(site, address) > 0));
  const took = await timeUntil(delivered, { within: 2 * DELIVERED_WITHIN_MS, every: 250 });
  await sleep(AFTERWARDS_MS);
  const counts = addresses.map((address) => mailsTo(site, address));
  const missing = counts.filter((count) => count === 0).length;
  const twice = counts.filter((count) => count > 1).length;
  const failed = replies.filter(({ status }) => status === 0 || status >= 400).length;
  const down = minutes === 10 ? "SMTP down 10 min" : `SMTP down 10 min (played: ${minutes} min)`;
  return [
    outcome(
      `${down}: no request fails; every mail delivered within 2 min after its return, once`,
      `${failed} of ${replies.length} registrations failed (${countStatuses(replies)}); ${took === undefined ? `${missing} mails missing` : `the last of ${counts.length} mails came ${seconds(took)} after`}, ${twice} came twice`,
      failed === 0 &&
        missing === 0 &&
        twice === 0 &&
        (took ?? Number.POSITIVE_INFINITY) <= DELIVERED_WITHIN_MS,
    ),
  ];
}

const mailsTo = ({ sink }: Site, address: string): number =>
  sink.received.filter(({ to }) => to.includes(address)).length;
