import type { StubReply } from "tests/support/fake-paypal";
import { jsonPost, type Reply, timeRequest } from "./load";
import { addMembers, type Member, signIn } from "./people";
import type { Site } from "./site";

type Package = { id: string; days: number };

/** A member with an order approved on the provider's page. */
export type Buyer = Member & { token: string; packageId: string; orderId: string };

/** The result of a purchase in all tables and in the provider's books. */
export type Books = { granted: boolean; days: number | null; payments: number; receipts: number };

/** Members who chose Premium and approved the payment. */
export async function addBuyers(site: Site, names: readonly string[]): Promise<Buyer[]> {
  const [premium] = await site.queries.run<Package>(
    `select id, expires_in as days from packages where tier = 'Premium' and price > 0 order by price limit 1`,
  );
  if (!premium) throw new Error("The demo sells no Premium");
  const buyers: Buyer[] = [];
  for (const member of await addMembers(site.queries, names))
    buyers.push(await choose(site, member, premium));
  return names.map((name) => buyers.find(({ email }) => email.startsWith(`${name}@`)) as Buyer);
}

async function choose({ front, paypal }: Site, member: Member, { id }: Package): Promise<Buyer> {
  const { token } = await signIn(front.url, member.email);
  const order = { userId: member.id, packageId: id };
  const reply = await timeRequest(
    `${front.url}/api/subscription/upgrade`,
    jsonPost(order, { Authorization: `Bearer ${token}` }),
  );
  if (reply.status !== 200) throw new Error(`No order for ${member.email}: ${reply.status} ${reply.body}`);
  const { approvalUrl } = JSON.parse(reply.body) as { approvalUrl: string };
  const orderId = new URL(approvalUrl).searchParams.get("token") ?? "";
  paypal.approve(orderId);
  return { ...member, token, packageId: id, orderId };
}

/** The buyer returns from the provider's page to this instance. */
export const returnFromProvider = (url: string, { id, token, packageId, orderId }: Buyer): Promise<Reply> =>
  timeRequest(
    `${url}/api/subscription/captureOrder`,
    jsonPost({ userId: id, packageId, orderId }, { Authorization: `Bearer ${token}` }),
  );

export async function readBooks({ queries }: Site, { id, email }: Buyer): Promise<Books> {
  const [books] = await queries.run<Books>(
    `select m.subscription = 'Premium' as granted,
            round(extract(epoch from m.subscription_expires_at - now()) / 86400)::int as days,
            (select count(*)::int from payments p where p.member_id = m.id and p.status = 'COMPLETED') as payments,
            (select count(*)::int from mails r where r.to_address = ? and r.cause like 'receipt:%') as receipts
       from members m where m.id = ?`,
    [email, id],
  );
  if (!books) throw new Error(`${email} is gone`);
  return books;
}

export type Fault = ReturnType<StubReply>;
export type FaultyCall = "order" | "capture";

/** Makes the provider fail once for one order. All other requests succeed. */
export class ScriptedFaults {
  private readonly scripts = new Map<string, () => Fault>();

  constructor({ paypal }: Site) {
    for (const call of ["order", "capture"] as const)
      paypal.stubReply(call, (honest) => this.next(call, String(honest.id)) ?? { body: honest });
  }

  /** @param happened runs after the provider received the request and processed it */
  once(call: FaultyCall, { orderId }: Buyer, fault: Fault, happened = () => {}): void {
    this.scripts.set(`${call} ${orderId}`, () => {
      happened();
      return fault;
    });
  }

  private next(call: FaultyCall, orderId: string): Fault | undefined {
    const key = `${call} ${orderId}`;
    const script = this.scripts.get(key);
    this.scripts.delete(key);
    return script?.();
  }
}
