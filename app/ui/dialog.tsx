import type { ReactNode } from "react";
import { AUTOFOCUS } from "./attributes";
import { Button, IconLink, LinkButton } from "./button";

type ConfirmDialogProps = {
  /** The exact question ("Are you sure you want to delete this news item?"). */
  question: string;
  /** Names the item and the consequences. */
  children: ReactNode;
  /** Where the answer is sent; this page by default. */
  action?: string;
  /** Sent with the answer. */
  fields?: Record<string, string>;
  confirm?: string;
  /** The action can be undone. */
  harmless?: boolean;
  busyText?: string;
  /** Where Cancel and Escape lead: the unchanged list. */
  cancelTo: string;
};

/** Confirms a deletion or a large change. A route over its list; pass it to the frame as `overlay`. */
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

/** A form over its list; pass it to the frame as `overlay`. Its form contains head, body and foot. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <section className="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title" data-overlay="">
      {children}
    </section>
  );
}

type SheetHeadProps = {
  title: string;
  /** The name of the edited record. */
  of?: string;
  /** Where the close button leads. */
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

/** Error summary and fields, in a `.form` grid. */
export const SheetBody = ({ children }: { children: ReactNode }) => (
  <div className="sheet-body">{children}</div>
);

type SheetFootProps = {
  /** Where Cancel and Escape lead. */
  closeTo: string;
  /** At the end of the bar: who saved last. */
  about?: ReactNode;
  /** The submit button. */
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
