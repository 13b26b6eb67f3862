import paypal from "@paypal/checkout-server-sdk";

/**
 * A PayPal request before it is sent. The request classes of PayPal's SDK build it, but our client sends it.
 * The SDK's own client crashes the process on a malformed response, and limits neither time nor size.
 */
export type PayPalRequest = {
  verb: string;
  /** Relative to the API's address; begins with a slash. */
  path: string;
  headers: Record<string, string>;
  /** An object is sent as JSON, a text as it is. */
  body?: unknown;
};

const JSON_BODY = { "Content-Type": "application/json", Prefer: "return=representation" };

type SdkRequest = { verb?: string; path?: string; body?: unknown };

/** Converts an SDK request: its verb, its path (which ends in a bare question mark) and its body. */
function toRequest(
  { verb = "GET", path = "", body }: SdkRequest,
  headers: Record<string, string> = {},
): PayPalRequest {
  return {
    verb,
    path: path.replace(/\?$/, ""),
    headers,
    ...(body === undefined || body === null ? {} : { body }),
  };
}

/** The terms agreed with the buyer. `amount` in PayPal's format, for instance "29.00". */
export type OrderDraft = {
  /** Our order's id. PayPal returns it as `custom_id`. */
  orderId: string;
  description: string;
  amount: string;
  currency: string;
  merchantId?: string;
  siteName: string;
  returnUrl: string;
  cancelUrl: string;
};

/** POST /v2/checkout/orders; developer.paypal.com, "Orders v2, Create order". */
export function ordersCreate(draft: OrderDraft): PayPalRequest {
  const request = new paypal.orders.OrdersCreateRequest();
  request.requestBody({
    intent: "CAPTURE",
    purchase_units: [
      {
        reference_id: draft.orderId,
        custom_id: draft.orderId,
        invoice_id: draft.orderId,
        description: draft.description.slice(0, 127),
        amount: { currency_code: draft.currency, value: draft.amount },
        ...(draft.merchantId ? { payee: { merchant_id: draft.merchantId } } : {}),
      },
    ],
    application_context: {
      brand_name: draft.siteName,
      shipping_preference: "NO_SHIPPING",
      user_action: "PAY_NOW",
      return_url: draft.returnUrl,
      cancel_url: draft.cancelUrl,
    },
  } as Parameters<typeof request.requestBody>[0]);
  return toRequest(request, { ...JSON_BODY, "PayPal-Request-Id": `create-${draft.orderId}` });
}

/** GET /v2/checkout/orders/{id} */
export const ordersGet = (id: string): PayPalRequest => toRequest(new paypal.orders.OrdersGetRequest(id));

/** POST /v2/checkout/orders/{id}/capture. A repeated request id returns the same capture. */
export function ordersCapture(id: string, orderId: string): PayPalRequest {
  const request = new paypal.orders.OrdersCaptureRequest(id);
  return { ...toRequest(request, { ...JSON_BODY, "PayPal-Request-Id": `capture-${orderId}` }), body: {} };
}

/** GET /v2/payments/captures/{id} */
export const capturesGet = (id: string): PayPalRequest =>
  toRequest(new paypal.payments.CapturesGetRequest(id));

/**
 * POST /v2/payments/captures/{id}/refund. A repeated request id returns the same refund.
 * @param amount in PayPal's format
 */
export function capturesRefund(
  captureId: string,
  { requestId, amount, currency }: { requestId: string; amount: string; currency: string },
): PayPalRequest {
  const request = new paypal.payments.CapturesRefundRequest(captureId);
  const headers = { ...JSON_BODY, "PayPal-Request-Id": requestId };
  return { ...toRequest(request, headers), body: { amount: { currency_code: currency, value: amount } } };
}

/** GET /v2/payments/refunds/{id} */
export const refundsGet = (id: string): PayPalRequest => toRequest(new paypal.payments.RefundsGetRequest(id));

/** The headers with which PayPal signs a notification. */
export type Transmission = {
  id: string;
  time: string;
  certUrl: string;
  algorithm: string;
  signature: string;
};

/**
 * POST /v1/notifications/verify-webhook-signature.
 * @param event the notification's original text: the signature covers its bytes, and re-serialised JSON may
 * differ
 */
export const webhookVerify = (
  transmission: Transmission,
  webhookId: string,
  event: string,
): PayPalRequest => {
  const head = JSON.stringify({
    transmission_id: transmission.id,
    transmission_time: transmission.time,
    cert_url: transmission.certUrl,
    auth_algo: transmission.algorithm,
    transmission_sig: transmission.signature,
    webhook_id: webhookId,
  });
  return {
    verb: "POST",
    path: "/v1/notifications/verify-webhook-signature",
    headers: { "Content-Type": "application/json" },
    body: `${head.slice(0, -1)},"webhook_event":${event}}`,
  };
};
