import { isOfLibrary } from "./library";
import { lengthId, PREVIEW, PREVIEW_STATE_ID, previewId, READERS_ID, type TextPanels } from "./names";
import { findWriting, send, typedValues, whenTypedEarlier } from "./typed-values";
import { lengthInWords } from "./word-count";

/** Renders the preview after this pause in typing. */
const PAUSE_MS = 400;

const FAILED = "The preview is out of date. It updates as you type.";

const put = (id: string, html: string) => {
  const element = document.getElementById(id);
  if (element && element.innerHTML !== html) element.innerHTML = html;
};

/** Keeps the preview up to date. One request at a time, and only the latest answer is shown. */
export function startPreview(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;

  async function renew(): Promise<void> {
    const writing = findWriting();
    if (!writing) return;
    request = new AbortController();
    const { signal } = request;
    try {
      const { status, answer } = await send(writing.previewAt, typedValues(writing.form), { signal });
      if (signal.aborted) return;
      if (status === 200) show(answer as TextPanels);
      put(PREVIEW_STATE_ID, status === 200 ? "" : FAILED);
    } catch {
      if (!signal.aborted) put(PREVIEW_STATE_ID, FAILED);
    }
  }

  function ask(pause: number): void {
    clearTimeout(timer);
    request?.abort();
    timer = setTimeout(() => {
      countWords();
      void renew();
    }, pause);
  }

  whenTypedEarlier(() => ask(0));
  addEventListener("input", ({ target }) => {
    if (!(target instanceof Element) || isOfLibrary(target)) return;
    if (target.closest("form") === findWriting()?.form) ask(PAUSE_MS);
  });
  // Before React sees the event and submits the form.
  addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.name !== PREVIEW || !findWriting()) return;
      event.preventDefault();
      event.stopPropagation();
      ask(0);
      document.querySelector(".writing-beside")?.scrollIntoView({ block: "start" });
      document.querySelector<HTMLElement>(".writing-preview")?.focus({ preventScroll: true });
    },
    true,
  );
}

function show({ previews, readers }: TextPanels): void {
  for (const [field, html] of Object.entries(previews)) put(previewId(field), html);
  put(READERS_ID, readers);
}

function countWords(): void {
  for (const tools of document.querySelectorAll<HTMLElement>("[data-tools]")) {
    const field = tools.dataset.tools ?? "";
    const area = document.getElementById(field);
    if (area instanceof HTMLTextAreaElement) put(lengthId(field), lengthInWords(area.value));
  }
}
