import {
  addBuyers,
  type Buyer,
  type Fault,
  type FaultyCall,
  readBooks,
  returnFromProvider,
  ScriptedFaults,
} from "../buyers";
import { countStatuses, jsonPost, timeRequest, timeUntil } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { openSite, type Run, type Site } from "../site";

const CROWD = 100;

/** The promised limits in milliseconds. */
const CONSISTENT_WITHIN = 120_000;
const GRANTED_WITHIN = 180_000;

/** Polls longer than that, to measure by how much it is missed. */
const GIVE_UP_MS = 300_000;

const CALLS = ["order", "capture"] as const;
const FAULTS: Record<string, Fault> = {
  lost: "hang up",
  silent: "hang",
  dripping: "drip",
  broken: { status: 500, body: "" },
  unknown: { status: 404, body: { name: "RESOURCE_NOT_FOUND", details: [{ issue: "INVALID_RESOURCE_ID" }] } },
};

/** One code for each kind of refusal, and the order's state after it. */
const REFUSALS = {
  INSTRUMENT_DECLINED: "failed",
  COMPLIANCE_VIOLATION: "failed",
  PAYEE_ACCOUNT_RESTRICTED: "failed",
  PAYER_ACTION_REQUIRED: "created",
} as const;

/** Kind of failure and request, as in the buyer's name. */
const faulty = CALLS.flatMap((call) =>
  Object.keys(FAULTS).map((fault) => ({ call, fault, name: `${fault}-${call}` })),
);
const failingBuyer = CALLS.map((call) => ({ call, name: `killed-${call}` }));

/** A hundred purchases at once, a failing provider, killed processes and closed pages, all together. */
export async function payments(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const names = [
    "crowd",
    "closed",
    ...faulty.map(({ name }) => name),
    ...failingBuyer.map(({ name }) => name),
  ];
  const buyers = await addBuyers(site, names);
  const of = (name: string) => buyers[names.indexOf(name)] as Buyer;
  const script = new ScriptedFaults(site);
  run.say(`  ${buyers.length} buyers`);
  const outcomes = await Promise.all([
    refusals(site),
    lateNotification(site),
    reversedAndBack(site),
    crowd(site, of("crowd")),
    failEachRequest(site, script, "order", of),
    failEachRequest(site, script, "capture", of),
    killDuringRequest(site, script, of),
    closedPage(site, of("closed")),
  ]);
  return [
    ...outcomes,
    await rejectForgedNotifications(site),
    readAllBooks(await missingReceipts(site, buyers), site, buyers),
  ];
}

async function crowd(site: Site, buyer: Buyer): Promise<Outcome> {
  const replies = await Promise.all(
    Array.from({ length: CROWD }, (_, nth) => returnFromProvider(site.instances[nth % 2]?.url ?? "", buyer)),
  );
  const { granted, payments } = await readBooks(site, buyer);
  return outcome(
    `${CROWD} parallel captures over two instances: 1 payment, 1 grant`,
    `${payments} payment, ${granted ? 1 : 0} grant (${countStatuses(replies)})`,
    payments === 1 && granted,
  );
}

/**
 * The promise after a failed request: captured money belongs to the buyer; an uncaptured order is a closed
 * page's.
 */
const BROKEN_CALLS = {
  order: {
    when: "before money is taken",
    within: GRANTED_WITHIN,
    promised: "granted within 3 min, as for a closed tab",
  },
  capture: { when: "after money is taken", within: CONSISTENT_WITHIN, promised: "consistent within 120 s" },
} as const;

/** One request fails once in each way, and the buyer does not return. */
async function failEachRequest(
  site: Site,
  script: ScriptedFaults,
  broken: FaultyCall,
  of: (name: string) => Buyer,
): Promise<Outcome> {
  const { when, within, promised } = BROKEN_CALLS[broken];
  const times = await Promise.all(
    faulty
      .filter(({ call }) => call === broken)
      .map(async ({ call, fault, name }) => {
        script.once(call, of(name), FAULTS[fault] as Fault);
        const took = timeUntilGranted(site, of(name));
        await returnFromProvider(site.front.url, of(name));
        return took;
      }),
  );
  return outcome(
    `the provider loses its answer, is silent, drips, answers 500 or 404 ${when}: ${promised}`,
    `${describeTimes(times)} of ${times.length} purchases, the buyer never came again`,
    times.every((took) => took <= within),
  );
}

/** An instance is killed while the provider processes its request. */
async function killDuringRequest(
  site: Site,
  script: ScriptedFaults,
  of: (name: string) => Buyer,
): Promise<Outcome> {
  const times = await Promise.all(failingBuyer.map(({ call, name }) => killAt(site, script, call, of(name))));
  return outcome(
    "kill -9 while an order is asked about and while it is captured: consistent within 120 s",
    `${describeTimes(times)} of ${times.length} purchases`,
    times.every((took) => took <= CONSISTENT_WITHIN),
  );
}

async function killAt(site: Site, script: ScriptedFaults, call: FaultyCall, buyer: Buyer): Promise<number> {
  const instance = await site.add();
  site.front.remove(instance.url);
  const arrived = new Promise<void>((resolve) => script.once(call, buyer, "hang", resolve));
  void returnFromProvider(instance.url, buyer);
  await arrived;
  instance.process.kill("SIGKILL");
  return timeUntilGranted(site, buyer);
}

async function closedPage(site: Site, buyer: Buyer): Promise<Outcome> {
  const took = await timeUntilGranted(site, buyer);
  return outcome(
    "tab closed after approval: granted within 3 min",
    describeTimes([took]),
    took <= GRANTED_WITHIN,
  );
}

/** A notification without a valid signature. */
async function rejectForgedNotifications(site: Site): Promise<Outcome> {
  const [buyer] = await addBuyers(site, ["forged"]);
  if (!buyer) throw new Error("There is no buyer");
  const event = { id: "WH-1", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: buyer.orderId } };
  const signature = {
    "PayPal-Transmission-Id": "t1",
    "PayPal-Transmission-Time": "2026-07-16T12:00:00Z",
    "PayPal-Cert-Url": "https://api.paypal.com/cert",
    "PayPal-Auth-Algo": "SHA256withRSA",
    "PayPal-Transmission-Sig": "forged",
  };
  const { status } = await timeRequest(`${site.front.url}/webhooks/paypal`, jsonPost(event, signature));
  const { granted, payments } = await readBooks(site, buyer);
  return outcome(
    "a forged webhook grants nothing",
    `answered ${status}; ${granted ? 1 : 0} grants, ${payments} payments`,
    status === 403 && !granted && payments === 0,
  );
}

/** Each kind of refusal once, then the same plan again. */
async function refusals(site: Site): Promise<Outcome> {
  const words = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[];
  const names = words.map((_, nth) => `refused-${nth}`);
  const buyers = await addBuyers(site, names);
  const asSaid = await Promise.all(
    words.map(async (word, nth) => {
      const buyer = buyers[nth] as Buyer;
      site.paypal.refuseOnce(buyer.orderId, word);
      await returnFromProvider(site.front.url, buyer);
      return (await statusOf(site, buyer)) === REFUSALS[word];
    }),
  );
  const taken = buyers.filter(({ orderId }) => site.paypal.captureOf(orderId) !== "").length;
  const right = asSaid.filter(Boolean).length;
  return outcome(
    "each of the four kinds of refusal ends as it should, and takes nothing",
    `${right} of ${words.length} as they should, ${taken} captured`,
    right === words.length && taken === 0,
  );
}

async function statusOf({ queries }: Site, { orderId }: Buyer): Promise<string | undefined> {
  const [order] = await queries.run<{ status: string }>(
    "select status from orders where provider_order_id = ?",
    [orderId],
  );
  return order?.status;
}

const notification = (type: string, resource: Record<string, unknown>) =>
  jsonPost(
    { id: `WH-${type}`, event_type: type, resource },
    {
      "PayPal-Transmission-Id": "t1",
      "PayPal-Transmission-Time": "2026-07-16T12:00:00Z",
      "PayPal-Cert-Url": "https://api.paypal.com/cert",
      "PayPal-Auth-Algo": "SHA256withRSA",
      "PayPal-Transmission-Sig": "good",
    },
  );

/** An abandoned order receives an approval notification ten times. */
async function lateNotification(site: Site): Promise<Outcome> {
  const [buyer] = await addBuyers(site, ["late"]);
  if (!buyer) throw new Error("There is no buyer");
  await site.queries.run(
    "update orders set status = 'cancelled', end_reason = 'buyer cancelled' where provider_order_id = ?",
    [buyer.orderId],
  );
  const event = notification("CHECKOUT.ORDER.APPROVED", { id: buyer.orderId });
  await Promise.all(
    Array.from({ length: 10 }, () => timeRequest(`${site.front.url}/webhooks/paypal`, event)),
  );
  const isTaken = site.paypal.captureOf(buyer.orderId) !== "";
  return outcome(
    "ten late notifications of an order that was cancelled here: 0 captures",
    `${isTaken ? 1 : 0} captures`,
    !isTaken,
  );
}

/** A dispute takes the money back, and is won. */
async function reversedAndBack(site: Site): Promise<Outcome> {
  const [buyer] = await addBuyers(site, ["disputed"]);
  if (!buyer) throw new Error("There is no buyer");
  await returnFromProvider(site.front.url, buyer);
  const capture = site.paypal.captureOf(buyer.orderId);
  const related = { order_id: buyer.orderId, capture_id: capture };
  const days: (number | null)[] = [];
  for (const [status, type] of [
    ["REVERSED", "PAYMENT.CAPTURE.REVERSED"],
    ["COMPLETED", "PAYMENT.CAPTURE.COMPLETED"],
  ] as const) {
    site.paypal.changeCapture(buyer.orderId, status);
    const event = notification(type, { id: capture, supplementary_data: { related_ids: related } });
    await timeRequest(`${site.front.url}/webhooks/paypal`, event);
    days.push((await readBooks(site, buyer)).days);
  }
  return outcome(
    "a payment that is reversed, and then completed: the access goes and comes back",
    `${days.map((left) => `${left ?? 0} days`).join(", then ")} left`,
    (days[0] ?? 0) <= 0 && (days[1] ?? 0) > 0,
  );
}

/** Buyers with a missing or duplicate receipt. */
async function missingReceipts({ sink }: Site, buyers: readonly Buyer[]): Promise<string[]> {
  const wrong = () =>
    buyers
      .filter(({ email }) => sink.received.filter(({ to }) => to.includes(email)).length !== 1)
      .map(({ email }) => email);
  await timeUntil(async () => wrong().length === 0, { within: 30_000 });
  return wrong();
}

function readAllBooks(wrongReceipts: readonly string[], { paypal }: Site, buyers: readonly Buyer[]): Outcome {
  const taken = buyers.filter(({ orderId }) => paypal.captureOf(orderId) !== "").length;
  return outcome(
    "after all that, each purchase is 1 capture and 1 mail",
    `${taken} captures for ${buyers.length} purchases; ${wrongReceipts.length} without exactly one receipt`,
    taken === buyers.length && wrongReceipts.length === 0,
  );
}

async function timeUntilGranted(site: Site, buyer: Buyer): Promise<number> {
  const done = async () => {
    const { granted, payments } = await readBooks(site, buyer);
    return granted && payments === 1;
  };
  return (await timeUntil(done, { within: GIVE_UP_MS, every: 250 })) ?? Number.POSITIVE_INFINITY;
}

function describeTimes(times: readonly number[]): string {
  const done = times.filter(Number.isFinite);
  return `${done.length} granted once, the slowest after ${seconds(Math.max(0, ...done))}`;
}
