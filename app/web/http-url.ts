/** A user name, even an empty one, stands where readers look for the host: `https://bank.example@evil.test/`. */
const NAMES_USER = /^https?:[/\\]*[^/\\?#]*@/i;

export const namesUser = (text: string): boolean => NAMES_USER.test(text.replace(/[\t\r\n]/g, ""));

/** A web address that a link may lead to, as the URL standard writes it; undefined for anything else. */
export function linkTarget(text: string): string | undefined {
  if (namesUser(text) || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}
