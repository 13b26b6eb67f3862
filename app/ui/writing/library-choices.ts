import { drawChosen } from "../picture-preview";
import {
  CHOICES_ID,
  COUNT_ID,
  choicesAt,
  isOfLibrary,
  LIBRARY_ID,
  LIBRARY_LOOK,
  LIBRARY_SEARCH,
  LIBRARY_SEARCHED,
} from "./library";

/** Searches after this pause in typing. */
const PAUSE_MS = 300;

const problem = (words: string) => `<p class="error">${words}</p>`;
const FAILED = problem("The library could not be loaded. Please search again.");
const SIGNED_OUT = problem("You are signed out. Sign in again in another window, then search again.");

/**
 * Searches pictures while somebody types, and shows only the latest answer.
 * @param show receives a part of a page
 */
export function searcher(field: string, show: (html: string, search: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;

  async function look(search: string): Promise<void> {
    request = new AbortController();
    const { signal } = request;
    try {
      const response = await fetch(choicesAt(search, field), { signal, redirect: "manual" });
      const html = response.ok
        ? await response.text()
        : response.type === "opaqueredirect" || response.status === 401
          ? SIGNED_OUT
          : FAILED;
      if (!signal.aborted) show(html, search);
    } catch {
      if (!signal.aborted) show(FAILED, search);
    }
  }

  return (search: string, pause = PAUSE_MS): void => {
    clearTimeout(timer);
    request?.abort();
    timer = setTimeout(() => void look(search.trim()), pause);
  };
}

/** The number of matches in the shown part; empty if the part says that there are none. */
export const matchCountText = (choices: Element): string =>
  choices.querySelector<HTMLElement>("[data-said]")?.dataset.said ?? "";

const inputIn = (library: Element, name: string) =>
  library.querySelector<HTMLInputElement>(`input[name="${name}"]`);

const currentLibrary = () => document.getElementById(LIBRARY_ID);

/** A chosen picture stays while the search continues. */
function put(library: Element, html: string): void {
  const choices = library.querySelector(`#${CHOICES_ID}`);
  if (!choices) return;
  const chosen = choices.querySelector<HTMLInputElement>("input:checked");
  const kept = chosen?.value ? chosen.closest("label") : null;
  choices.innerHTML = html;
  const count = library.querySelector(`#${COUNT_ID}`);
  if (count) count.textContent = matchCountText(choices);
  if (!chosen || !kept) return;
  const again = choices.querySelector<HTMLInputElement>(`input[value="${CSS.escape(chosen.value)}"]`);
  if (!again) listIn(choices).prepend(kept);
  (again ?? chosen).checked = true;
}

/** The list of choices, also when nothing matches. */
function listIn(choices: Element): Element {
  const list = choices.querySelector(".library-choices") ?? document.createElement("div");
  list.className = "library-choices";
  if (!list.parentElement) choices.append(list);
  return list;
}

/** Of a chosen file and a library picture, the latest choice is used and shown. */
function chooseOne(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement)) return;
  const frame = target.closest<HTMLElement>(".upload");
  const file = frame?.querySelector<HTMLInputElement>("input[type=file]");
  if (!frame || !file) return;
  if (target.type === "radio" && isOfLibrary(target)) {
    if (target.value !== "") file.value = "";
    const picture = target.closest("label")?.querySelector("img");
    if (picture) void drawChosen(frame, picture);
    else if (!file.files?.length) delete frame.dataset.chosen;
  } else if (target === file && file.files?.length) {
    const chosen = frame.querySelector<HTMLInputElement>("input[type=radio]:checked");
    if (chosen) chosen.checked = false;
  }
}

/** The picture library of a form. */
export function startLibrary(): void {
  const library = currentLibrary();
  if (!(library instanceof HTMLDetailsElement)) return;
  const search = searcher(library.dataset.field ?? "", (html, words) => {
    const current = currentLibrary();
    if (!current) return;
    put(current, html);
    const searched = inputIn(current, LIBRARY_SEARCHED);
    if (searched) searched.value = words;
  });
  const words = () => inputIn(currentLibrary() ?? library, LIBRARY_SEARCH)?.value ?? "";
  const openOnce = (opened: Element | null) => {
    if (!(opened instanceof HTMLDetailsElement) || !opened.open) return;
    if (!opened.querySelector(`#${CHOICES_ID}`)?.hasChildNodes()) search(words(), 0);
  };
  addEventListener(
    "toggle",
    ({ target }) => openOnce(target === currentLibrary() ? (target as Element) : null),
    true,
  );
  addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === LIBRARY_SEARCH) search(words());
  });
  addEventListener("change", ({ target }) => chooseOne(target));
  // Before React sees the event and submits the form.
  addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.name !== LIBRARY_LOOK) return;
      event.preventDefault();
      event.stopPropagation();
      search(words(), 0);
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      const { target, key, isComposing } = event;
      if (key !== "Enter" || isComposing) return;
      if (!(target instanceof HTMLInputElement) || target.name !== LIBRARY_SEARCH) return;
      event.preventDefault();
      search(words(), 0);
    },
    true,
  );
  // Typing here only searches, so the form stays unchanged.
  addEventListener(
    "submit",
    ({ target }) => {
      const current = target instanceof Element ? target.querySelector(`#${LIBRARY_ID}`) : null;
      const searched = current && inputIn(current, LIBRARY_SEARCHED);
      if (searched) searched.value = words();
    },
    true,
  );
  openOnce(library);
}
