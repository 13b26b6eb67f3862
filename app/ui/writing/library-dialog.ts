import { MAX_LIBRARY_SEARCH } from "./library";
import { matchCountText, searcher } from "./library-choices";

const TITLE = "Picture library";

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...inside);
  return made;
}

const button = (label: string) => element("button", { type: "button", class: "btn" }, label);

/**
 * Opens the picture library over a text.
 * @param choose receives the picture's Markdown, or nothing to enter it by hand
 * @param back runs if nothing was chosen
 */
export function openLibrary(choose: (markdown: string | undefined) => void, back: () => void): void {
  const input = element("input", {
    type: "search",
    class: "input",
    "aria-label": "Search the library",
    placeholder: "Title or alt text",
    maxlength: String(MAX_LIBRARY_SEARCH),
  });
  const count = element("p", { class: "meta", role: "status" });
  const choices = element("div", {});
  const byHand = button("Enter an address");
  const cancel = button("Cancel");
  const dialog = element(
    "dialog",
    { class: "dialog library-dialog", "aria-label": TITLE },
    element(
      "div",
      { class: "dialog-body" },
      element("h2", {}, TITLE),
      element("p", { class: "library-search" }, input),
      count,
      choices,
    ),
    element("div", { class: "dialog-foot" }, byHand, cancel),
  );
  const search = searcher("", (html) => {
    const hadFocus = choices.contains(document.activeElement);
    choices.innerHTML = html;
    count.textContent = matchCountText(choices);
    if (hadFocus) input.focus();
  });
  const open = new AbortController();
  const close = (then: () => void) => {
    open.abort();
    dialog.close();
    dialog.remove();
    then();
  };
  input.addEventListener("input", () => search(input.value));
  cancel.addEventListener("click", () => close(back));
  byHand.addEventListener("click", () => close(() => choose(undefined)));
  choices.addEventListener("click", ({ target }) => {
    const chosen = target instanceof Element ? target.closest<HTMLElement>("[data-markdown]") : null;
    if (chosen) close(() => choose(chosen.dataset.markdown));
  });
  // Otherwise the form below would be closed, too.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      close(back);
    },
    { capture: true, signal: open.signal },
  );
  // Closed by a phone's back gesture, too.
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close(back);
  });
  document.body.append(dialog);
  dialog.showModal();
  search("", 0);
}
