/** PayPal's API addresses; developer.paypal.com, "API requests". */
export const PAYPAL_API = {
  sandbox: "https://api-m.sandbox.paypal.com",
  live: "https://api-m.paypal.com",
} as const;

/** Origins of the pages where buyers approve a payment. */
export const PAYPAL_ORIGINS = ["https://www.paypal.com", "https://www.sandbox.paypal.com"] as const;
