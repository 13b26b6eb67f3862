import { type InboxMail, inbox } from "~/features/mail/demo-inbox.queries.server";

/**
 * The newest email to an address with this text in its subject, as delivered, once the app's worker has
 * sent it.
 */
export async function waitForMail(address: string, words: RegExp, count = 1): Promise<InboxMail> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await mailsTo(address, words);
    if (found.length >= count && found[0]) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address} about ${words}`);
}

export async function mailsTo(address: string, words = /./): Promise<InboxMail[]> {
  return (await inbox(1000)).filter(({ to, subject }) => to === address && words.test(subject));
}

/** The token of the link in an email. */
export function tokenIn({ subject, text }: InboxMail): string {
  const token = /\/(?:verify-email|reset-password|gift|admin\/invitation|login\/link)\/([\w-]{43})\b/.exec(
    text,
  )?.[1];
  if (!token) throw new Error(`No link in "${subject}"`);
  return token;
}
