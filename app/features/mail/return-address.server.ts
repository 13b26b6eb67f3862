import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "~/platform/config.server";

/** Bytes of the signature. Somebody who guesses one needs the random id of an email that was really sent, too. */
const SIGNATURE = 8;

const sign = (id: Buffer, secret: string) =>
  createHmac("sha256", secret).update("return address").update(id).digest().subarray(0, SIGNATURE);

/**
 * The address that an email returns to if it cannot be delivered: the owner's with the email's id and a
 * signature, as digits that survive a change of case. At most 64 characters before the @.
 * @param emailId of a single email, or of one of an edition
 * @returns undefined if the owner has set none
 */
export function returnAddress(emailId: string): string | undefined {
  const { bounceAddress, sessionSecret } = config();
  if (!bounceAddress) return undefined;
  const [local, domain] = bounceAddress.split("@");
  const id = Buffer.from(emailId.replaceAll("-", ""), "hex");
  return `${local}+${Buffer.concat([id, sign(id, sessionSecret)]).toString("hex")}@${domain}`;
}

const SIGNED_ID = new RegExp(`\\+([0-9a-f]{${(16 + SIGNATURE) * 2}})@`, "gi");

/** The ids of our emails in a text of addresses, such as a header. Those that we did not sign are left out. */
export function emailsReturnedTo(text: string): string[] {
  const { sessionSecret, previousSessionSecret } = config();
  const secrets = [sessionSecret, ...(previousSessionSecret ? [previousSessionSecret] : [])];
  return [...text.matchAll(SIGNED_ID)].flatMap(([, hex = ""]) => {
    const bytes = Buffer.from(hex, "hex");
    const [id, signature] = [bytes.subarray(0, 16), bytes.subarray(16)];
    if (!secrets.some((secret) => timingSafeEqual(signature, sign(id, secret)))) return [];
    return [id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")];
  });
}
