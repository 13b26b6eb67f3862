// Without a network a form would be answered by the browser's own page, which takes the place of what was typed. So it is
// not sent, and a toast says so, until the network is back.

import { forgetSubmit } from "./unsaved-changes";
import { UNSENT_EVENT } from "./unsent-event";

const OFFLINE = "You are offline. Nothing was sent, and what you typed is still here.";

export function startOffline(): void {
  addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    event.preventDefault();
    // Nothing is busy, and nothing is on its way.
    event.stopImmediatePropagation();
    tellOffline();
  });
  addEventListener(UNSENT_EVENT, () => {
    // Between two listeners promises go on: the submit may still be on its way to the one that remembers it.
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
