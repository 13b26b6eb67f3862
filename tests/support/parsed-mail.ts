import { type ParsedMail, simpleParser } from "mailparser";

/** @property line a header as it was sent, with its folds */
export type ReadMail = ParsedMail & { line: (name: string) => string | undefined };

/** A message as an email program reads it. */
export async function readMail(message: string): Promise<ReadMail> {
  const mail = await simpleParser(message, { skipTextToHtml: true, skipImageLinks: true });
  const line = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line;
  return Object.assign(mail, { line });
}

/** The addresses of a header, as `name <address>`. */
export const addressesOf = (header: ParsedMail["to"] | ParsedMail["from"]): string[] =>
  [header ?? []]
    .flat()
    .flatMap(({ value }) => value.map(({ name, address }) => (name ? `${name} <${address}>` : `${address}`)));
