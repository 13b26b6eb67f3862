import { isIP } from "node:net";

/** The longest spelling of an IPv6 address in brackets, with a zone and a port. */
const LONGEST = 80;

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const WITH_PORT = /^([^:]+):\d{1,5}$/;

/**
 * The address that limits count by. Behind one trusted proxy the last address it wrote is the caller's; anything before
 * it the caller made up. A port, which some proxies add, would make every connection a network of its own.
 * @param forwarded the `X-Forwarded-For` of a trusted proxy
 * @param socket who is at the other end of the connection; counts when the proxy's word is no address
 */
export function clientAddress(forwarded: string | undefined, socket: string | undefined): string {
  return addressIn(forwarded?.split(",").at(-1) ?? "") ?? addressIn(socket ?? "") ?? "unknown";
}

function addressIn(text: string): string | undefined {
  const written = text.trim();
  if (written.length > LONGEST) return undefined;
  const bracketed = BRACKETED.exec(written)?.[1];
  const bare = bracketed ?? WITH_PORT.exec(written)?.[1] ?? written;
  // The zone of a link-local address names a card of this machine, nothing of the caller.
  const [address = ""] = bare.split("%");
  const version = isIP(address);
  return version === 0 || (bracketed && version === 4) ? undefined : address;
}
