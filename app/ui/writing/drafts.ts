import { isOfLibrary } from "./library";
import { DISCARD_FORM_ID, DRAFT_STATE_ID, DRAFT_TIME_ID, DRAFT_WRITER } from "./names";
import { findWriting, send, typedValues, whenTypedEarlier } from "./typed-values";

/** Saves the draft after this pause in typing. */
const PAUSE_MS = 2_500;
/** Saves during continuous typing after this time. */
const LONGEST_MS = 15_000;
/** Delays between attempts; the last one repeats. */
const PATIENCE_MS = [5_000, 15_000, 60_000];
/** The most that browsers send when a page is left, in characters of up to three bytes. */
const MOST_ON_LEAVING = 20_000;

/** A later answer is ignored; otherwise the status would claim too early that everything is saved. */
const LONGEST_ANSWER_MS = 20_000;

const KEPT = "Draft saved";
const NOT_YET = "Draft not saved yet. Trying again.";
const SIGNED_OUT =
  "Draft not saved: you are signed out. Sign in again in another window, then continue here.";

/** A random id for this window. Some contexts do not allow `crypto.randomUUID`. */
function newWriter(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const inputOf = (form: HTMLFormElement | null | undefined, name: string) => {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
};

/** Saves the form as a draft while somebody types; each window has its own draft. */
class DraftKeeper {
  /** A refused form continues its draft, and a save may still be running. */
  private writer = inputOf(findWriting()?.form, DRAFT_WRITER)?.value || newWriter();
  private timer?: ReturnType<typeof setTimeout>;
  private request?: AbortController;
  /** The number of changes, and the number of saved ones. */
  private changes = 0;
  private kept = 0;
  /** When the first unsent change was typed. */
  private waitingSince?: number;
  private failures = 0;
  /** The form is being saved, so it needs no draft unless somebody continues to type. */
  private isSaving = false;

  typed(): void {
    const now = Date.now();
    this.changes += 1;
    this.isSaving = false;
    this.waitingSince ??= now;
    this.schedule(Math.max(0, Math.min(PAUSE_MS, this.waitingSince + LONGEST_MS - now)));
  }

  /** The window is left or hidden, perhaps for good. A running save has older content. */
  hurry(): void {
    if (this.kept === this.changes) return;
    this.request?.abort();
    void this.keep(true);
  }

  /** Discards the draft. @param form the form that discards it */
  drop(form: HTMLFormElement): void {
    clearTimeout(this.timer);
    const { request } = this;
    this.request = undefined;
    request?.abort();
    this.kept = this.changes;
    this.waitingSince = undefined;
    this.nameIn(form);
  }

  /** Sends the draft's name with the form, so that saving deletes it. */
  save(form: HTMLFormElement): void {
    this.isSaving = true;
    this.nameIn(form);
  }

  retry(): void {
    if (this.failures > 0) this.schedule(0);
  }

  private nameIn(form: HTMLFormElement): void {
    const input = inputOf(form, DRAFT_WRITER);
    if (input) input.value = this.writer;
  }

  private schedule(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(), pause);
  }

  private async keep(leaving = false): Promise<void> {
    const writing = findWriting();
    if (!writing || (this.request && !leaving)) return;
    clearTimeout(this.timer);
    this.waitingSince = undefined;
    const request = new AbortController();
    this.request = request;
    const { changes } = this;
    const values: Record<string, unknown> = { ...typedValues(writing.form), [DRAFT_WRITER]: this.writer };
    const keepalive = leaving && JSON.stringify(values).length < MOST_ON_LEAVING;
    const patience = setTimeout(() => request.abort(), LONGEST_ANSWER_MS);
    try {
      const { status, answer } = await send(writing.draftAt, values, { keepalive, signal: request.signal });
      if (status === 200) this.kept = changes;
      this.answered(status, answer);
    } catch {
      // A newer save reports instead.
      if (this.request === request) this.failed(NOT_YET);
    }
    clearTimeout(patience);
    if (this.request !== request) return;
    this.request = undefined;
    if (this.waitingSince !== undefined) this.schedule(PAUSE_MS);
  }

  private answered(status: number, answer: Record<string, unknown>): void {
    if (status === 200) {
      this.failures = 0;
      say(KEPT, `, ${answer.at}`);
    } else if (status === 409) {
      // The form was saved and revisited, or restored in another window: new input is another draft.
      this.writer = newWriter();
      say("");
      if (!this.isSaving) this.waitingSince ??= Date.now();
    } else if (status === 422 || status === 413) {
      this.failures = 0;
      say(`Draft not saved. ${answer.message}`);
    } else this.failed(status === 401 || status === 403 ? SIGNED_OUT : NOT_YET);
  }

  private failed(words: string): void {
    say(words);
    this.schedule(PATIENCE_MS[Math.min(this.failures, PATIENCE_MS.length - 1)] ?? 0);
    this.failures += 1;
  }
}

/** Updates the status once, when it changes. @param unsaid text that is not announced */
function say(words: string, unsaid = ""): void {
  const state = document.getElementById(DRAFT_STATE_ID);
  const more = document.getElementById(DRAFT_TIME_ID);
  if (!state || !more) return;
  if (state.textContent !== words) state.textContent = words;
  more.textContent = unsaid;
}

export function startDrafts(): void {
  const keeper = new DraftKeeper();
  whenTypedEarlier(() => keeper.typed());
  addEventListener("input", ({ target }) => {
    if (!(target instanceof Element) || isOfLibrary(target)) return;
    if (target.closest("form") === findWriting()?.form) keeper.typed();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) keeper.hurry();
  });
  addEventListener("online", () => keeper.retry());
  // Before React reads the form.
  addEventListener(
    "submit",
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return;
      if (target === findWriting()?.form) keeper.save(target);
      else if (target.id === DISCARD_FORM_ID) keeper.drop(target);
    },
    true,
  );
}
