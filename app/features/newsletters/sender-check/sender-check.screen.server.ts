import { Resolver } from "node:dns/promises";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { dkimKey } from "~/features/mail/dkim.server";
import { domainOfSender } from "~/features/mail/sender-domain.rules";
import { mailSender } from "~/features/mail/transport.server";
import { config } from "~/platform/config.server";
import { requireReader } from "../editions.screen.server";
import { offeredNewsletters } from "../newsletters.queries.server";
import { DnsQuestions, type DnsResolver } from "./read-dns.server";
import { type Check, checkAddress, checkDkim, checkDmarc, checkMx, checkSpf } from "./sender-check.rules";

/** Milliseconds for all questions together. */
const LIMIT_MS = 5_000;

export type SenderCheck = { sender: string; domain?: string; checks: Check[] };

/** @property newsletters titles of those that have this sender of their own; none for the site's sender */
type CheckedSender = { from: ReturnType<typeof mailSender>; newsletters: string[] };

const siteSender = (): CheckedSender => ({ from: mailSender(), newsletters: [] });

/** The senders of our emails, one for each domain: the site's, and those of newsletters. */
export async function checkedSenders(): Promise<CheckedSender[]> {
  const site = siteSender();
  const byDomain = new Map([[domainOf(site), site]]);
  for (const { title, senderName: name, senderAddress: address } of await offeredNewsletters()) {
    if (!name || !address) continue;
    const own = { from: { name, address }, newsletters: [title] };
    const known = byDomain.get(domainOf(own));
    if (!known) byDomain.set(domainOf(own), own);
    else if (known !== site) known.newsletters.push(title);
  }
  return [...byDomain.values()];
}

const domainOf = ({ from }: CheckedSender) => domainOfSender(typeof from === "string" ? from : from.address);

/** What receivers see of a sender. Never throws. @param limitMs for all questions together */
export async function checkSender(
  resolver: DnsResolver,
  { from, newsletters }: CheckedSender = siteSender(),
  limitMs = LIMIT_MS,
): Promise<SenderCheck> {
  const sender = typeof from === "string" ? from : `${from.name} <${from.address}>`;
  const domain = domainOfSender(sender);
  if (!domain) return { sender, checks: [] };
  const { publicUrl, smtpUrl, bounceAddress } = config();
  const key = dkimKey();
  const dns = new DnsQuestions(resolver, limitMs);
  try {
    const [spf, dkim, dmarc, mx] = await Promise.all([
      dns.spf(domain),
      key && dns.texts(`${key.selector}._domainkey.${domain}`),
      dns.dmarc(domain),
      dns.mailHosts(domain),
    ]);
    const smtpHost = smtpUrl ? new URL(smtpUrl).hostname : `mail.${domain}`;
    return {
      sender,
      domain,
      checks: [
        checkAddress(domain, new URL(publicUrl).hostname, newsletters),
        checkSpf(domain, spf, smtpHost),
        checkDkim(domain, key, dkim),
        checkDmarc(domain, dmarc, (bounceAddress && domainOfSender(bounceAddress)) || domain),
        checkMx(domain, mx),
      ],
    };
  } finally {
    dns.close();
  }
}

/** `/admin/newsletters/check` */
export async function senderCheckScreen(args: LoaderFunctionArgs) {
  await requireReader(args);
  const checked = (await checkedSenders()).map((sender) =>
    checkSender(new Resolver({ timeout: 2_000, tries: 2 }), sender),
  );
  return { senders: await Promise.all(checked) };
}
