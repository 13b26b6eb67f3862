// The editor of a list of texts. The textarea, one text per line, is what is sent; here it is put out of sight and
// shown as entries that can be removed, with an input that adds one.

const EDITOR = "[data-list]";

const areaOf = (editor: Element) => editor.querySelector("textarea");
const inputOf = (editor: Element) => editor.querySelector<HTMLInputElement>("[data-list-new]");

const linesOf = (area: HTMLTextAreaElement) =>
  area.value
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export function startListEditors(): void {
  for (const editor of document.querySelectorAll(EDITOR)) {
    const area = areaOf(editor);
    const input = inputOf(editor);
    if (!area || !input) continue;
    // The label and the error's link lead to what can be seen.
    input.id = area.id;
    area.removeAttribute("id");
    area.hidden = true;
    renderEntries(editor, linesOf(area));
  }
}

function renderEntries(editor: Element, lines: string[]): void {
  const area = areaOf(editor);
  if (area) area.value = lines.join("\n");
  editor.querySelector("ul")?.replaceChildren(
    ...lines.map((line, index) => {
      const entry = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn btn--sm btn--quiet";
      button.dataset.listRemove = String(index);
      button.setAttribute("aria-label", `Remove ${line}`);
      button.textContent = "Remove";
      const words = document.createElement("span");
      words.textContent = line;
      entry.append(words, button);
      return entry;
    }),
  );
}

function addEntry(editor: Element): void {
  const area = areaOf(editor);
  const input = inputOf(editor);
  const line = input?.value.trim();
  if (!area || !input || !line) return;
  input.value = "";
  renderEntries(editor, [...linesOf(area), line]);
}

export function handleEditorClick(target: Element): void {
  const editor = target.closest(EDITOR);
  const area = editor && areaOf(editor);
  if (!editor || !area) return;
  if (target.closest("[data-list-add]")) {
    addEntry(editor);
    inputOf(editor)?.focus();
  }
  const removed = target.closest<HTMLElement>("[data-list-remove]")?.dataset.listRemove;
  if (removed === undefined) return;
  renderEntries(
    editor,
    linesOf(area).filter((_, index) => index !== Number(removed)),
  );
  inputOf(editor)?.focus();
}

/** Enter adds the text; it does not send the form. */
export function addOnEnter(event: KeyboardEvent): void {
  const input = event.target;
  if (event.key !== "Enter" || event.isComposing || !(input instanceof HTMLInputElement)) return;
  const editor = input.dataset.listNew === undefined ? null : input.closest(EDITOR);
  if (!editor) return;
  event.preventDefault();
  addEntry(editor);
}

/** What was typed but not added yet is not lost. */
export function addTypedOnSubmit(event: SubmitEvent): void {
  if (!(event.target instanceof HTMLFormElement)) return;
  for (const editor of event.target.querySelectorAll(EDITOR)) addEntry(editor);
}
