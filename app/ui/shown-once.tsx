import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { CopyButton } from "./copy-button";
import { capitalise } from "./format";
import { Note } from "./message";

type ShownOnceProps = {
  /** What it is, as after “Copy the”. */
  noun: string;
  secret: string;
  title: string;
  /** Below the title. */
  about: string;
  heading: string;
  /** Where its link leads. */
  to: string;
  /** How it is used. */
  children: ReactNode;
};

/** A secret that is shown only once: without script it can be selected. */
export const ShownOnce = ({ noun, secret, title, about, heading, to, children }: ShownOnceProps) => (
  <section className="grid gap-5" aria-labelledby="secret-title">
    <Note tone="good" title={title}>
      {about}
    </Note>
    <div>
      <h2 id="secret-title">{heading}</h2>
      <p>
        <code className="wrap-anywhere">{secret}</code>
      </p>
    </div>
    <div>{children}</div>
    <div className="actions">
      <CopyButton text={secret} label={`Copy the ${noun}`} copied={`${capitalise(noun)} copied!`} />
      <LinkButton to={to} variant="brand">
        I have stored the {noun}
      </LinkButton>
    </div>
  </section>
);
