/** Where PayPal's API lives; developer.paypal.com, "API requests". */
export const PAYPAL_API = {
  sandbox: "https://api-m.sandbox.paypal.com",
  live: "https://api-m.paypal.com",
} as const;

/** The origins of the pages on which a buyer approves. */
export const PAYPAL_ORIGINS = ["https://www.paypal.com", "https://www.sandbox.paypal.com"] as const;
