// The part of the notifications page that turns them on in this browser.

import { reportSubscription } from "./report";

/** The service worker’s address, set by the build. */
declare const PUSH_WORKER_PATH: string;

type Case = "ready" | "on" | "blocked" | "home-screen" | "missing";

/** The folder of the service worker: no page is in it. */
const SCOPE = PUSH_WORKER_PATH.replace(/[^/]*$/, "");

async function begin(place: HTMLElement): Promise<void> {
  show(place, await currentCase(place));
  const button = place.querySelector("button");
  button?.addEventListener("click", () => {
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    failure(place).hidden = true;
    void startPushes(place)
      .catch(() => tell(place))
      .finally(() => {
        button.ariaBusy = null;
      });
  });
}

async function currentCase({ dataset }: HTMLElement): Promise<Case> {
  const isThere = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isThere) return isOfApple() ? "home-screen" : "missing";
  if (Notification.permission === "denied") return "blocked";
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  const isOn = dataset.on !== undefined && (await registration?.pushManager.getSubscription());
  return isOn ? "on" : "ready";
}

/** iPhones and iPads have notifications for sites on the home screen only. An iPad says that it is a Mac. */
const isOfApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

function show(place: HTMLElement, name: Case): void {
  for (const each of place.querySelectorAll<HTMLElement>("[data-case]"))
    each.hidden = each.dataset.case !== name;
}

const failure = (place: HTMLElement) => place.querySelector<HTMLElement>("[role=alert]") as HTMLElement;

function tell(place: HTMLElement, message = "Notifications could not be turned on. Please try again."): void {
  const words = failure(place);
  words.textContent = message;
  words.hidden = false;
}

async function startPushes(place: HTMLElement): Promise<void> {
  // First of all: browsers ask only right after a press.
  const permission = await Notification.requestPermission();
  if (permission === "denied") show(place, "blocked");
  if (permission !== "granted") return;
  const registration = await navigator.serviceWorker.register(PUSH_WORKER_PATH, { scope: SCOPE });
  await becomesActive(registration);
  const key = place.dataset.push ?? "";
  let answer = await reportSubscription(await subscribe(registration, key));
  // Another account of this browser has it. A new subscription ends the old one, and is nobody's.
  if (answer.status === 409) answer = await reportSubscription(await subscribe(registration, key, true));
  if (answer.ok) location.reload();
  else tell(place, ((await answer.json()) as { message?: string }).message);
}

async function becomesActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting ?? active;
  if (!worker || worker.state === "activated") return;
  await new Promise<void>((resolve) => {
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
  });
}

/** @param isNew instead of the one that this browser may have */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
  isNew = false,
): Promise<PushSubscription> {
  if (isNew) await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // It has one for another key, as of a site that was here before.
    if (isNew || !(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    return subscribe({ pushManager } as ServiceWorkerRegistration, applicationServerKey, true);
  }
}

const part = document.querySelector<HTMLElement>("[data-push]");
if (part) void begin(part);
