// Suggestions of the search boxes.

type Result = { id: string; title: string; type: string; link: string };

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 180;
const NO_RESULTS = "No results. Press Enter to search the whole site.";
const NO_DESTINATION = "No screens or records found.";
const NO_ANSWER = "Search did not respond. Press Enter to search the whole site.";

/**
 * `<search-box>`: a combobox whose options are links. Its form works without script, and Enter without a
 * selected option opens the results page. Before hydration only attributes may differ from the server's HTML,
 * so the list is created when it is needed.
 */
class SearchBox extends HTMLElement {
  private declare timer?: ReturnType<typeof setTimeout>;
  private declare request?: AbortController;
  private declare list?: HTMLElement;

  private get input(): HTMLInputElement {
    return this.querySelector("input") as HTMLInputElement;
  }

  connectedCallback(): void {
    const { input } = this;
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false" };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
    for (const type of ["input", "keydown", "click", "mousedown", "focusout"]) {
      this.addEventListener(type, this);
    }
  }

  handleEvent(event: Event): void {
    const { type, target } = event;
    const inList = this.list?.contains(target as Node);
    if (type === "input") this.suggest();
    else if (type === "keydown") this.handleKey(event as KeyboardEvent);
    // Keeps the focus, so that a click on an option happens before the list closes.
    else if (type === "mousedown" && inList) event.preventDefault();
    else if (type === "focusout" && target === this.input) this.clear();
    // Choosing a result clears the search; the link navigates.
    else if (type === "click" && inList) {
      this.input.value = "";
      this.clear();
    }
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.request?.abort();
    this.list?.remove();
    this.list = undefined;
    this.announce("");
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** Updates the status, which is announced politely. */
  private announce(words: string): void {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = words;
  }

  private suggest(): void {
    clearTimeout(this.timer);
    this.request?.abort();
    const text = this.input.value.trim();
    if ([...text].length < MIN_LENGTH) this.clear();
    else this.timer = setTimeout(() => this.fetchResults(text), DEBOUNCE_MS);
  }

  private async fetchResults(text: string): Promise<void> {
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      const from = this.getAttribute("from");
      const answer = await fetch(`${from ?? "/search/suggestions"}?q=${encodeURIComponent(text)}`, {
        signal,
      });
      if (!answer.ok) throw answer;
      const { results } = (await answer.json()) as { results?: Result[] };
      if (!signal.aborted) this.showResults(results ?? [], from ? NO_DESTINATION : NO_RESULTS);
    } catch {
      // Offline or rate-limited, which is not the same as no results.
      if (!signal.aborted) this.showResults([], NO_ANSWER);
    }
  }

  private showResults(results: Result[], otherwise: string): void {
    this.clear();
    const { input } = this;
    if (document.activeElement !== input) return;
    const list = document.createElement("div");
    list.className = "searchlist popover";
    list.id = `${input.id}-list`;
    list.append(...results.map((result, index) => createOption(result, `${list.id}-${index}`)));
    this.list = list;
    if (results.length > 0) {
      list.setAttribute("role", "listbox");
      list.setAttribute("aria-label", "Search results");
      input.setAttribute("aria-controls", list.id);
      input.setAttribute("aria-expanded", "true");
      this.announce(results.length === 1 ? "1 result" : `${results.length} results`);
    } else {
      list.textContent = otherwise;
      list.setAttribute("aria-hidden", "true");
      this.announce(otherwise);
    }
    this.append(list);
  }

  private handleKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.isComposing || !this.list || event.target !== this.input) return;
    const chosen = this.list.querySelector<HTMLElement>('[aria-selected="true"]');
    if (key === "Escape") this.clear();
    else if (key === "Enter" && chosen) chosen.click();
    else if (/^Arrow(Up|Down)$/.test(key) && this.list.firstElementChild)
      this.moveSelection(key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  private moveSelection(step: 1 | -1): void {
    const options = [...(this.list?.children ?? [])];
    const current = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const places = options.length + 1;
    // One position more than options: the box itself, between the last and the first.
    const next = (((current + 1 + step) % places) + places) % places;
    for (const [index, option] of options.entries()) {
      option.setAttribute("aria-selected", String(index === next - 1));
    }
    const option = options[next - 1];
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }
}

function createOption({ title, type, link }: Result, id: string): HTMLElement {
  const option = document.createElement("a");
  option.id = id;
  option.href = link;
  option.tabIndex = -1;
  option.textContent = `${type}: ${title}`;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  return option;
}

/** "/" focuses the search box, except from a field. */
function focusOnSlash(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (key !== "/" || altKey || ctrlKey || metaKey || event.defaultPrevented || event.isComposing) return;
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select"))
  )
    return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>("search-box input")];
  const seen = boxes.find((input) => input.getClientRects().length > 0);
  if (!seen || document.querySelector("[data-overlay]")) return;
  event.preventDefault();
  seen.focus();
  seen.select();
}

export function startSearch(): void {
  customElements.define("search-box", SearchBox);
  addEventListener("keydown", focusOnSlash);
}
