/** User names, even empty ones, appear where readers expect the host: `https://bank.example@evil.test/`. */
const WITH_CREDENTIALS = /^https?:[/\\]*[^/\\?#]*@/i;

export const hasCredentials = (text: string): boolean => WITH_CREDENTIALS.test(text.replace(/[\t\r\n]/g, ""));

/** The normalised form of a web address that a link may use; undefined for anything else. */
export function safeHref(text: string): string | undefined {
  if (hasCredentials(text) || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}
