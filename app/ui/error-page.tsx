import type { MouseEvent, ReactNode } from "react";
import { LinkButton } from "./button";
import { Mark } from "./logo";

/** Title and sentence of every error page. */
export const ERROR_TEXTS: Record<number, { title: string; sentence: string }> = {
  400: {
    title: "We could not read that request",
    sentence: "Something in the address or the form is wrong. Nothing was changed.",
  },
  403: {
    title: "You cannot open this page",
    sentence: "Sign in first, or use another account.",
  },
  404: {
    title: "Page not found",
    sentence: "The page may have moved, or the address may be mistyped.",
  },
  405: {
    title: "This action is not possible here",
    sentence: "This address does not accept what your browser sent. Nothing was changed.",
  },
  409: {
    title: "Somebody else saved first",
    sentence: "While you were editing, somebody else saved a change. Nothing was overwritten.",
  },
  413: {
    title: "Too much data",
    sentence: "The file or the text is too large. Nothing was saved; please try a smaller one.",
  },
  422: {
    title: "Something in the form is wrong",
    sentence: "Nothing was saved. Go back, check the form and send it again.",
  },
  429: {
    title: "Too many attempts",
    sentence: "You have made too many attempts. Wait a moment, then try again.",
  },
  500: {
    title: "Something went wrong on our side",
    sentence: "The error has been logged. Please try again in a moment.",
  },
  503: {
    title: "We will be back in a moment",
    sentence: "The site is very busy or being updated. Please try again in a minute.",
  },
};

/** Instead of a status: the network failed, reported by the browser's script. */
export const NO_ANSWER = 0;

const NO_ANSWER_TEXT = {
  title: "The site could not be reached",
  sentence: "There was no response. Please check your connection, then try again.",
};

const errorText = (status: number) =>
  status === NO_ANSWER ? NO_ANSWER_TEXT : (ERROR_TEXTS[status] ?? ERROR_TEXTS[status < 500 ? 400 : 500]);

/** The title of an error page. */
export const errorTitle = (status: number): string => errorText(status)?.title ?? "";

type ErrorPageProps = {
  status: number;
  /** Replaces the status's title. */
  title?: string;
  /** Replaces its sentence. */
  sentence?: string;
  /** Also in the log, for readers to quote. Shown only for failures on our side. */
  requestId?: string;
  /** The link onwards. */
  action?: Action;
  /** Retries in place instead of following the link, if React renders the page. */
  onAgain?: (event: MouseEvent) => void;
  /** Alternatives for the reader. */
  children?: ReactNode;
};

type Action = { label: string; to: string };

const HOME: Action = { label: "Go to the home page", to: "/" };
/** This page, reloaded. */
const AGAIN: Action = { label: "Try again", to: "" };

/** Temporary errors offer a retry; all others lead home. */
function errorActions(status: number): Action[] {
  if (status === NO_ANSWER) return [AGAIN];
  return status >= 500 ? [AGAIN, HOME] : [HOME];
}

/** The content of an error page for any frame: the back-office shows its 403 in its own. */
export function ErrorPage(props: ErrorPageProps) {
  const { status, title, sentence, requestId, action, onAgain, children } = props;
  const text = errorText(status);
  const actions = action ? [action] : errorActions(status);
  return (
    <section className="trouble" aria-labelledby="trouble">
      <Mark className="bell" />
      <div>
        {status !== NO_ANSWER && <p className="code">Error {status}</p>}
        <h1 id="trouble">{title ?? text?.title}</h1>
      </div>
      <p className="say">{sentence ?? text?.sentence}</p>
      <div className="actions">
        {actions.map((one, nth) => (
          <LinkButton
            key={one.label}
            to={one.to}
            variant={nth === 0 ? "brand" : "plain"}
            onClick={one === AGAIN ? onAgain : undefined}
          >
            {one.label}
          </LinkButton>
        ))}
      </div>
      {children}
      {requestId && status >= 500 && (
        <p className="meta id">
          If you contact us about this, please quote this number: <code>{requestId}</code>
        </p>
      )}
    </section>
  );
}
