/** The short disclaimer; specification, section 1. The page with that name has the full text. */
export const shortDisclaimer = (siteName: string): string =>
  `Everything on ${siteName} is for learning only. It is not financial advice and it does not know your circumstances. Investments carry risk: prices fall as well as rise, and you may get back less than you put in.`;
