/** What a site of this kind owes its readers, in short; specification, section 1. The page of that name says it at length. */
export const disclaimerOf = (siteName: string): string =>
  `Everything on ${siteName} is for learning only. It is not financial advice and it does not know your circumstances. Investments carry risk: prices fall as well as rise, and you may get back less than you put in.`;
