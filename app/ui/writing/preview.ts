import { isOfLibrary } from "./library";
import { type DrawnWriting, lengthId, PREVIEW, PREVIEW_STATE_ID, previewId, READERS_ID } from "./names";
import { findWriting, send, typedValues, whenTypedEarlier } from "./typed-values";
import { lengthInWords } from "./word-count";

/** After this long without a key what is typed is drawn. */
const PAUSE_MS = 400;

const FAILED = "The preview is not of now: it will be renewed while you type on.";

const put = (id: string, html: string) => {
  const element = document.getElementById(id);
  if (element && element.innerHTML !== html) element.innerHTML = html;
};

/** Keeps the preview to what is typed. One answer is waited for at most, and only the last one is shown. */
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
      if (status === 200) show(answer as DrawnWriting);
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
  // Before React hears of it, which would send the form.
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

function show({ previews, readers }: DrawnWriting): void {
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
