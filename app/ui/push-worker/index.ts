// The service worker of notifications. Its scope has no pages: it caches nothing and answers no requests.

import { reportSubscription } from "../push/report";

/** What `pushPayload` of the newsletters sends. `path` is a page of this site. */
type Payload = { kind: string; one: string; many: string; list: string; path: string; body: string };

type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Pushed = Waiting & { data: { json(): unknown } | null };
type Clicked = Waiting & { notification: Notification };
type Changed = Waiting & { oldSubscription?: PushSubscription; newSubscription?: PushSubscription };
type Clients = {
  matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>;
  openWindow(url: string): Promise<unknown>;
};

/** The compiler knows the worker’s scope as a window. */
const { registration, clients } = self as unknown as {
  registration: ServiceWorkerRegistration;
  clients: Clients;
};

addEventListener("push", (event) => {
  const pushed = event as Pushed;
  pushed.waitUntil(show(pushed.data));
});

addEventListener("notificationclick", (event) => {
  const clicked = event as Clicked;
  clicked.notification.close();
  clicked.waitUntil(open(clicked.notification));
});

addEventListener("pushsubscriptionchange", (event) => {
  const changed = event as Changed;
  changed.waitUntil(renew(changed));
});

/** Always shows something: a browser ends a subscription whose pushes show nothing. */
async function show(data: Pushed["data"]): Promise<void> {
  const { kind, one, many, list, path, body } = read(data);
  const others = await registration.getNotifications({ tag: kind }).catch(() => []);
  // A second one replaces the first and stands for both. One that arrives twice stands for itself.
  const isOnly = others.every((each) => pathOf(each) === path);
  const options = {
    body,
    tag: kind,
    renotify: true,
    icon: "/icon-192.png",
    data: { path: isOnly ? path : list },
  };
  await registration.showNotification(isOnly ? one : many, options);
}

function read(data: Pushed["data"]): Payload {
  const unknown = { kind: "unknown", one: "News", many: "News", list: "/", path: "/", body: "" };
  try {
    return { ...unknown, ...(data?.json() as Partial<Payload>) };
  } catch {
    return unknown;
  }
}

const pathOf = ({ data }: Notification): string => (data as { path?: string } | null)?.path ?? "/";

/** Shows the page of a notification, in its tab if there is one. Only pages of this site. */
async function open(notification: Notification): Promise<void> {
  const wanted = new URL(pathOf(notification), location.origin);
  const { href } = wanted.origin === location.origin ? wanted : new URL("/", location.origin);
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => url === href);
  await (there ? there.focus() : clients.openWindow(href));
}

/** Browsers replace subscriptions now and then. The old one ends, so the site must know the new one. */
async function renew({ oldSubscription, newSubscription }: Changed): Promise<void> {
  const options = oldSubscription?.options;
  const made = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (made) await reportSubscription(made);
}
