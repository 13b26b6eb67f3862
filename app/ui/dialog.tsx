import type { ReactNode } from "react";
import { AUTOFOCUS } from "./attributes";
import { Button, IconLink, LinkButton } from "./button";

type ConfirmDialogProps = {
  /** The exact question ("Are you sure you want to delete this news item?"). */
  question: string;
  /** Names the thing and says what goes with it. */
  children: ReactNode;
  /** Where the answer is posted; this page when absent. */
  action?: string;
  /** Sent with the answer. */
  fields?: Record<string, string>;
  confirm?: string;
  /** Nothing goes that could not be had again. */
  harmless?: boolean;
  busyText?: string;
  /** Where Cancel and Escape lead: the list as it was. */
  cancelTo: string;
};

/** Asks before something is destroyed, or before much is changed. A route drawn over its list: give it to the frame as `overlay`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    question,
    children,
    action,
    fields = {},
    confirm = "Delete",
    harmless = false,
    busyText,
    cancelTo,
  } = props;
  return (
    <div className="layer" data-overlay="">
      <dialog
        className="dialog"
        open
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="confirm-title"
        aria-describedby="confirm-about"
      >
        <div className="dialog-body">
          <h2 id="confirm-title">{question}</h2>
          <div id="confirm-about">{children}</div>
        </div>
        <form className="dialog-foot" method="post" action={action}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <LinkButton to={cancelTo} data-cancel="" {...AUTOFOCUS}>
            Cancel
          </LinkButton>
          <Button variant={harmless ? "brand" : "danger"} busyText={busyText}>
            {confirm}
          </Button>
        </form>
      </dialog>
    </div>
  );
}

/** A form drawn over its list; give it to the frame as `overlay`. Inside of its form stand head, body and foot. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <section className="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title" data-overlay="">
      {children}
    </section>
  );
}

type SheetHeadProps = {
  title: string;
  /** What it is done to: the record as people call it. */
  of?: string;
  /** Where the cross leads. */
  closeTo: string;
};

export function SheetHead({ title, of, closeTo }: SheetHeadProps) {
  return (
    <header className="sheet-head">
      <div>
        <h1 id="sheet-title">{title}</h1>
        {of !== undefined && <p className="meta">{of}</p>}
      </div>
      <IconLink icon="close" label="Close and go back to the list" to={closeTo} />
    </header>
  );
}

/** Error summary and fields, which lie in a `.form` grid. */
export const SheetBody = ({ children }: { children: ReactNode }) => (
  <div className="sheet-body">{children}</div>
);

type SheetFootProps = {
  /** Where Cancel and Escape lead. */
  closeTo: string;
  /** At the end of the bar: who saved last. */
  about?: ReactNode;
  /** The button that sends the form. */
  children: ReactNode;
};

export function SheetFoot({ closeTo, about, children }: SheetFootProps) {
  return (
    <footer className="sheet-foot">
      {children}
      <LinkButton to={closeTo} data-cancel="">
        Cancel
      </LinkButton>
      {about !== undefined && <p className="meta">{about}</p>}
    </footer>
  );
}
