/** The domain of a sender such as "Openbell <no-reply@example.com>"; undefined if it has none. */
export const domainOfSender = (sender: string): string | undefined =>
  /@([^\s@<>]+)>?\s*$/.exec(sender)?.[1]?.toLowerCase().replace(/\.$/, "");
