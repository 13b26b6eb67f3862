import type { MouseEvent, ReactNode } from "react";
import { LinkButton } from "./button";
import { Mark } from "./logo";

/** Title and sentence of every page that says why there is no other page. */
export const ERROR_TEXTS: Record<number, { title: string; sentence: string }> = {
  400: {
    title: "We could not read that request",
    sentence: "Something in the address or the form is wrong. Nothing was changed.",
  },
  403: {
    title: "This page is not open to you",
    sentence: "You may need another account, or to sign in first.",
  },
  404: {
    title: "There is no such page",
    sentence: "The page may have moved, or the address may be mistyped.",
  },
  405: {
    title: "That cannot be done here",
    sentence: "This address does not take what your browser sent. Nothing was changed.",
  },
  409: {
    title: "Somebody else saved first",
    sentence: "While you were editing, somebody else saved a change. Nothing was overwritten.",
  },
  413: {
    title: "That is too much at once",
    sentence: "The file or the text is larger than we take. Nothing was saved; please try a smaller one.",
  },
  422: {
    title: "Something in the form is not right",
    sentence: "Go back, look at what you filled in and send it again. Nothing was saved.",
  },
  429: {
    title: "A little slower, please",
    sentence: "There were too many attempts in a short time. Wait a moment and try again.",
  },
  500: {
    title: "Something went wrong on our side",
    sentence: "This is our mistake, and it has been logged. Please try again in a moment.",
  },
  503: {
    title: "We will be back in a moment",
    sentence: "The site is very busy or being updated. It comes back by itself, usually within a minute.",
  },
};

/** In the place of a status: the network failed, and the browser's script tells. */
export const NO_ANSWER = 0;

const NO_ANSWER_TEXT = {
  title: "We could not be reached",
  sentence: "No answer came. Please check your connection, then try again.",
};

const textOf = (status: number) =>
  status === NO_ANSWER ? NO_ANSWER_TEXT : (ERROR_TEXTS[status] ?? ERROR_TEXTS[status < 500 ? 400 : 500]);

/** What an error page is called, in its title and above its sentence. */
export const errorTitle = (status: number): string => textOf(status)?.title ?? "";

type ErrorPageProps = {
  status: number;
  /** Instead of the title of that status. */
  title?: string;
  /** Instead of its sentence. */
  sentence?: string;
  /** Also in the log; a reader can quote it. Shown where there is something to look up: what failed on our side. */
  requestId?: string;
  /** The one way on. */
  action?: Action;
  /** Tries again in the place of the link, where React draws the page. */
  onAgain?: (event: MouseEvent) => void;
  /** What somebody who came here may want instead. */
  children?: ReactNode;
};

type Action = { label: string; to: string };

const HOME: Action = { label: "Go to the home page", to: "/" };
/** This page, as a document. */
const AGAIN: Action = { label: "Try again", to: "" };

/** What passes by itself is worth another try; home is the way out of everything that has an answer. */
function actionsOf(status: number): Action[] {
  if (status === NO_ANSWER) return [AGAIN];
  return status >= 500 ? [AGAIN, HOME] : [HOME];
}

/** The content of an error page, for any frame: the back-office shows its 403 in its own. */
export function ErrorPage(props: ErrorPageProps) {
  const { status, title, sentence, requestId, action, onAgain, children } = props;
  const text = textOf(status);
  const actions = action ? [action] : actionsOf(status);
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
          If you write to us about it, please give this number: <code>{requestId}</code>
        </p>
      )}
    </section>
  );
}
