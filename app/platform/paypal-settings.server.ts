import { z } from "zod";
import { httpUrl } from "./config-fields.server";
import { PAYPAL_API } from "./paypal-addresses";

/** PayPal's environment variables. */
export const payPalFields = {
  PAYPAL_ENV: z.enum(["sandbox", "live"], "must be sandbox or live").optional().meta({
    description: "Which PayPal environment takes payments; required in production, like the account below.",
  }),
  PAYPAL_CLIENT_ID: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "The REST app’s client ID.", otherwise: "none; the demo’s simulator" }),
  PAYPAL_CLIENT_SECRET: z.string().trim().max(200).optional().meta({ description: "The REST app’s secret." }),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: "The ID of the webhook; see [Email and PayPal](operating/email-and-paypal.md)." }),
  PAYPAL_MERCHANT_ID: z
    .string()
    .trim()
    .max(50)
    .optional()
    .meta({ description: "The account that must receive the money; not checked if absent." }),
  PAYPAL_API_URL: httpUrl.optional().meta({ description: "For tests only; production refuses it." }),
};
type PayPalValues = { [Name in keyof typeof payPalFields]?: z.infer<(typeof payPalFields)[Name]> };

/** The connection to PayPal. */
export type PayPalConfig = Readonly<{
  /** The API's address without a trailing slash; absent for the built-in simulator. */
  apiUrl?: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** The merchant that must be paid; not checked when absent. */
  merchantId?: string;
}>;

/** The demo's merchant, known only to the simulator. */
export const DEMO_MERCHANT = {
  clientId: "demo-merchant",
  clientSecret: "demo-merchant-secret",
  webhookId: "DEMOWEBHOOK1",
  merchantId: "DEMOMERCHANT1",
} as const;

const CREDENTIALS = ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"] as const;

/** PayPal's configuration; undefined when it is not set. */
export function payPalConfig(values: PayPalValues): PayPalConfig | undefined {
  const [clientId, clientSecret, webhookId] = CREDENTIALS.map((name) => values[name]);
  if (!clientId || !clientSecret || !webhookId) return undefined;
  const apiUrl = values.PAYPAL_API_URL?.replace(/\/+$/, "") ?? PAYPAL_API[values.PAYPAL_ENV ?? "sandbox"];
  return { apiUrl, clientId, clientSecret, webhookId, merchantId: values.PAYPAL_MERCHANT_ID };
}

/** One line for each missing part of a partly configured account. */
export function incompletePayPal(written: Readonly<Record<string, string | undefined>>): string[] {
  const missing = CREDENTIALS.filter((name) => !written[name]?.trim());
  if (missing.length === CREDENTIALS.length) return [];
  return missing.map(
    (name) => `${name} must be set too: PayPal needs the client ID, the secret and the webhook ID`,
  );
}
