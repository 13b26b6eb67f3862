import { isIP } from "node:net";

/** The longest IPv6 address, in brackets with a zone and a port. */
const LONGEST = 80;

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const WITH_PORT = /^([^:]+):\d{1,5}$/;

/**
 * The client's address for rate limits. Behind a trusted proxy the last entry is the client's; earlier
 * entries are forged. A port, which some proxies add, is removed.
 * @param forwarded the `X-Forwarded-For` of a trusted proxy
 * @param socket the connection's address, if the proxy's is invalid
 */
export function clientAddress(forwarded: string | undefined, socket: string | undefined): string {
  return addressIn(forwarded?.split(",").at(-1) ?? "") ?? addressIn(socket ?? "") ?? "unknown";
}

function addressIn(text: string): string | undefined {
  const written = text.trim();
  if (written.length > LONGEST) return undefined;
  const bracketed = BRACKETED.exec(written)?.[1];
  const bare = bracketed ?? WITH_PORT.exec(written)?.[1] ?? written;
  // The zone of a link-local address names an interface of this machine, not the client.
  const [address = ""] = bare.split("%");
  const version = isIP(address);
  return version === 0 || (bracketed && version === 4) ? undefined : address;
}
