import { openLibrary } from "./library-dialog";
import { type Change, changeBy, showPicture } from "./text-changes";
import { TOOLS, type ToolName } from "./tool-list";

/** Applies a tool. For a picture it opens the library, and returns to the text. */
function use(tool: ToolName, area: HTMLTextAreaElement): void {
  const { selectionStart: from, selectionEnd: to } = area;
  const selected = () => ({ text: area.value, from, to });
  if (tool === "picture") {
    openLibrary(
      (line) => put(area, line === undefined ? changeBy(tool, selected()) : showPicture(line, selected())),
      () => {
        area.focus();
        area.setSelectionRange(from, to);
      },
    );
  } else put(area, changeBy(tool, selected()));
}

/** As if typed, so that Undo restores the text. */
function put(area: HTMLTextAreaElement, { from, to, insert, select }: Change): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isTyped =
    insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to);
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

const toolsOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tool]") : null;

/** Letters by the typed character, digits by key, because Shift changes them. */
const pressed = ({ key, code, shiftKey }: KeyboardEvent) =>
  shiftKey
    ? `Ctrl Shift ${/^Digit\d$/.test(code) ? code.slice(5) : key.toUpperCase()}`
    : `Ctrl ${key.toUpperCase()}`;

/** The buttons above a text and their shortcuts. */
export function startTools(): void {
  // Keeps the selection while a button is pressed.
  addEventListener("mousedown", (event) => {
    if (toolsOf(event.target)) event.preventDefault();
  });
  addEventListener("click", ({ target }) => {
    const button = toolsOf(target);
    const area = document.getElementById(button?.parentElement?.dataset.tools ?? "");
    if (button && area instanceof HTMLTextAreaElement) use(button.dataset.tool as ToolName, area);
  });
  addEventListener("keydown", (event) => {
    const { target, ctrlKey, metaKey, altKey, isComposing } = event;
    if (altKey || isComposing || ctrlKey === metaKey || !(target instanceof HTMLTextAreaElement)) return;
    if (!document.querySelector(`[data-tools="${CSS.escape(target.id)}"]`)) return;
    const keys = pressed(event);
    const tool = TOOLS.find((one) => "keys" in one && one.keys === keys);
    if (!tool) return;
    event.preventDefault();
    use(tool.name, target);
  });
}
