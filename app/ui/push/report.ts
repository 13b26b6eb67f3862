/** Where a device reports itself, set by the build. */
declare const PUSH_DEVICES_PATH: string;

/** Tells the site where a browser gets its notifications. */
export function reportSubscription(subscription: PushSubscription): Promise<Response> {
  const { endpoint, keys } = subscription.toJSON();
  return fetch(PUSH_DEVICES_PATH, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ endpoint: endpoint ?? "", ...keys }),
  });
}
