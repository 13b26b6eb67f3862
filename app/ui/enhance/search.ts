/**
 * The drop-down of the search boxes: a combobox whose options are links. The form works without it; Enter without a
 * chosen option still goes to the page of results.
 */

type Result = { id: string; title: string; type: string; link: string };

const FROM = 2;
const PAUSE_MS = 180;

let timer: ReturnType<typeof setTimeout> | undefined;
let request: AbortController | undefined;
let box: HTMLInputElement | undefined;
let list: HTMLElement | undefined;

const isBox = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name === "q" && target.form?.getAttribute("role") === "search";

function clear(): void {
  clearTimeout(timer);
  request?.abort();
  list?.remove();
  list = undefined;
  box?.setAttribute("aria-expanded", "false");
  box?.removeAttribute("aria-activedescendant");
}

function suggest(input: HTMLInputElement): void {
  if (input !== box) clear();
  box = input;
  clearTimeout(timer);
  request?.abort();
  const text = input.value.trim();
  if ([...text].length < FROM) clear();
  else timer = setTimeout(() => fetchResults(input, text), PAUSE_MS);
}

async function fetchResults(input: HTMLInputElement, text: string): Promise<void> {
  const asked = new AbortController();
  request = asked;
  try {
    const url = `/search/suggestions?q=${encodeURIComponent(text)}`;
    const answer = await fetch(url, { signal: asked.signal });
    const { results } = (await answer.json()) as { results?: Result[] };
    if (!asked.signal.aborted) show(input, results ?? []);
  } catch {
    // Offline or too quick for the server: Enter goes to the page of results.
    if (!asked.signal.aborted) clear();
  }
}

function show(input: HTMLInputElement, results: Result[]): void {
  clear();
  if (document.activeElement !== input) return;
  const made = document.createElement("div");
  made.className = "searchlist";
  made.id = `${input.id}-list`;
  made.setAttribute("role", "listbox");
  made.setAttribute("aria-label", "Search results");
  for (const [index, { title, type, link }] of results.entries()) {
    const option = document.createElement("a");
    option.id = `${made.id}-${index}`;
    option.href = link;
    option.tabIndex = -1;
    option.textContent = `${type}: ${title}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    made.append(option);
  }
  list = made;
  input.form?.append(made);
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": made.id };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  input.setAttribute("aria-expanded", String(results.length > 0));
}

function move(step: 1 | -1): void {
  const options = [...(list?.children ?? [])];
  const current = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const places = options.length + 1;
  // One place more than there are options: the box itself, between the last and the first.
  const next = (((current + 1 + step) % places) + places) % places;
  for (const [index, option] of options.entries()) {
    option.setAttribute("aria-selected", String(index === next - 1));
  }
  const option = options[next - 1];
  if (option) box?.setAttribute("aria-activedescendant", option.id);
  else box?.removeAttribute("aria-activedescendant");
  option?.scrollIntoView({ block: "nearest" });
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing) return;
  if (!isBox(event.target)) {
    focusOnSlash(event);
    return;
  }
  if (!list?.firstChild) return;
  const chosen = list.querySelector<HTMLElement>('[aria-selected="true"]');
  if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" && chosen) chosen.click();
  else if (event.key === "Escape") clear();
  else return;
  event.preventDefault();
}

/** "/" goes to the search box from anywhere but a field. */
function focusOnSlash(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (key !== "/" || altKey || ctrlKey || metaKey || event.defaultPrevented) return;
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select"))
  )
    return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>('form[role=search] input[name="q"]')];
  const seen = boxes.find((input) => input.getClientRects().length > 0);
  if (!seen || document.querySelector("[data-overlay]")) return;
  event.preventDefault();
  seen.focus();
  seen.select();
}

/** A chosen result clears the search; the link itself navigates. Leaving the box closes the list. */
function onClick({ target }: Event): void {
  if (!(target instanceof Element) || !list) return;
  if (list.contains(target) && box) box.value = "";
  clear();
}

export function startSearch(): void {
  addEventListener("input", ({ target }) => isBox(target) && suggest(target));
  addEventListener("keydown", onKey);
  addEventListener("click", onClick);
  // The pointer leaves the focus where it is, so a click on an option comes before the list goes.
  addEventListener("mousedown", (event) => list?.contains(event.target as Node) && event.preventDefault());
  addEventListener("focusout", ({ target }) => target === box && clear());
}
