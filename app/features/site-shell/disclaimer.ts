/** The short disclaimer; specification, section 1. The page with that name has the full text. */
export const shortDisclaimer = (siteName: string): string =>
  `Everything on ${siteName} is for educational purposes only. It is not financial advice and does not take your circumstances into account. Investments carry risk: prices can fall as well as rise, and you may get back less than you invest.`;
