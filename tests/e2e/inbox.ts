import { expect, type Page } from "@playwright/test";

type Mail = { to: string; subject: string; text: string };

/** The newest email to an address with these words in its subject. It may take a moment to arrive. */
export async function newestEmail(page: Page, address: string, words: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await page.request.get("/demo/inbox.json")).json()) as Mail[];
        found = mails.find(({ to, subject }) => to === address && words.test(subject));
        return found !== undefined;
      },
      { intervals: [50] },
    )
    .toBe(true);
  if (!found) throw new Error("The mail is gone again");
  return found;
}

/** The path of an email's link without the host, since the site may run under another name here. */
export function linkIn(mail: Mail, path: string): string {
  const link = new RegExp(`https?://[^/\\s]+(${path}[^\\s]*)`).exec(mail.text)?.[1];
  if (!link) throw new Error(`No link to ${path} in "${mail.subject}"`);
  return link;
}
