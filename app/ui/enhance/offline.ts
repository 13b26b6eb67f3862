// Offline, the browser's error page would replace a submitted form. So it is not sent, and a toast is shown,
// until the network is back.

import { forgetSubmit } from "./unsaved-changes";
import { UNSENT_EVENT } from "./unsent-event";

const OFFLINE = "You are offline. Nothing was sent, and what you typed is still here.";

export function startOffline(): void {
  addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    event.preventDefault();
    // Resets busy buttons.
    event.stopImmediatePropagation();
    tellOffline();
  });
  addEventListener(UNSENT_EVENT, () => {
    // Promises run between listeners: the submission may not have reached the listener that stores it.
    setTimeout(forgetSubmit);
    tellOffline();
  });
}

function tellOffline(): void {
  const toasts = document.createElement("div");
  toasts.className = "toasts";
  toasts.innerHTML = `<div class="toast toast--bad" role="alert"><p>${OFFLINE}</p><button class="btn btn--sm" data-dismiss>Dismiss</button></div>`;
  document.querySelector(".toasts")?.remove();
  document.body.append(toasts);
  addEventListener("online", () => toasts.remove(), { once: true });
}
