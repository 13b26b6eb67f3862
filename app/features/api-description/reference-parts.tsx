import "./reference.css";
import type { ReactNode } from "react";
import { cx } from "~/ui/class-names";
import { CopyCodeButton } from "~/ui/copy-button";
import { Icon } from "~/ui/icon";

/** A method of HTTP in its frame; full for those that change something. */
export function Method({ name }: { name: string }) {
  return <span className={cx("tick", name !== "GET" && "tick--full")}>{name}</span>;
}

/** An address with its method. */
export function Endpoint({ method, path }: { method: string; path: string }) {
  return (
    <>
      <Method name={method} /> <code>{path}</code>
    </>
  );
}

type CodeProps = {
  label: string;
  /** Whether it has a button that copies it, or what that is called where the label does not tell it from others. */
  copy?: boolean | string;
  children: string;
};

/** What is sent or answered, as it is written; long lines are broken, so nothing scrolls sideways. */
export function Code({ label, copy, children }: CodeProps) {
  return (
    <figure className="code">
      <figcaption>
        {label}
        {copy && <CopyCodeButton what={copy === true ? label : copy} />}
      </figcaption>
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  );
}

/** The same, folded away until it is asked for. */
export function FoldedCode({ label, open, children }: { label: string; open?: boolean; children: string }) {
  return (
    <Disclosure label={label} open={open} className="code">
      <pre>
        <code>{children}</code>
      </pre>
    </Disclosure>
  );
}

type DisclosureProps = { label: ReactNode; open?: boolean; className?: string; children: ReactNode };

/** What not everybody wants to read at once. */
export function Disclosure({ label, open, className, children }: DisclosureProps) {
  return (
    <details className={cx("fold", className)} open={open}>
      <summary>
        {label}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

/** Words on one side, code on the other; below each other where there is no room. */
export function SideBySide({ children, code }: { children: ReactNode; code?: ReactNode }) {
  return (
    <div className="spread">
      <div className="spread-words">{children}</div>
      <div className="spread-code">{code}</div>
    </div>
  );
}

/** Links to what follows, in columns. */
export function LinkColumns({ label, entries }: { label: string; entries: { label: string; to: string }[] }) {
  return (
    <nav className="toc" aria-label={label}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <a href={entry.to}>{entry.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
