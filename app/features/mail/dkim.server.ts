import { createPrivateKey, createPublicKey } from "node:crypto";
import { createTransport } from "nodemailer";
import { config } from "~/platform/config.server";
import { domainOfSender } from "./sender-domain.rules";

/** The domain of our sender, for which we sign: receivers compare both. */
function senderDomain(): string | undefined {
  const { mailFrom, publicUrl } = config();
  return mailFrom ? domainOfSender(mailFrom) : new URL(publicUrl).hostname;
}

/** What nodemailer needs to sign; undefined without a key. It signs both headers of the link to unsubscribe. */
export function dkimOptions() {
  const { dkim } = config();
  const domainName = senderDomain();
  if (!dkim || !domainName) return undefined;
  return { domainName, keySelector: dkim.selector, privateKey: dkim.privateKey };
}

/** Our key as its record in DNS has it; undefined without one. */
export function dkimKey(): { selector: string; publicKey: string } | undefined {
  const { dkim } = config();
  if (!dkim) return undefined;
  const key = createPublicKey(createPrivateKey(dkim.privateKey));
  return {
    selector: dkim.selector,
    publicKey: key.export({ type: "spki", format: "der" }).toString("base64"),
  };
}

/** The domain of a message's From header. */
const domainOfMessage = (message: string): string | undefined =>
  domainOfSender((/^From:(.*(?:\r\n[ \t].*)*)/im.exec(message)?.[1] ?? "").replace(/\s+/g, " "));

/**
 * Signs whole messages, each for the domain of its sender. A pool would read a whole message in order to sign it, and then nobody could tell
 * whether the mail server has read it.
 * @returns undefined without a key
 */
export function messageSigner(): ((message: string) => Promise<Buffer>) | undefined {
  const dkim = dkimOptions();
  if (!dkim) return undefined;
  const signer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const envelope = { from: `sender@${dkim.domainName}`, to: `receiver@${dkim.domainName}` };
  return async (raw) => {
    const { message } = await signer.sendMail({
      envelope,
      raw,
      dkim: { ...dkim, domainName: domainOfMessage(raw) ?? dkim.domainName },
    });
    return Buffer.isBuffer(message) ? message : Buffer.from(String(message));
  };
}
