import "./reference.css";
import type { ReactNode } from "react";
import { cx } from "~/ui/class-names";
import { CopyCodeButton } from "~/ui/copy-button";
import { Icon } from "~/ui/icon";

/** An HTTP method in a frame. Methods that change something are filled. */
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
  /** Whether it has a copy button, or the button's name where the label is ambiguous. */
  copy?: boolean | string;
  children: string;
};

/** A request or response body. Long lines wrap, so nothing scrolls sideways. */
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

/** Like `Code`, collapsed until the reader opens it. */
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

/** Optional content, collapsed at first. */
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

/** Text on one side, code on the other; stacked where there is no room. */
export function SideBySide({ children, code }: { children: ReactNode; code?: ReactNode }) {
  return (
    <div className="spread">
      <div className="spread-words">{children}</div>
      <div className="spread-code">{code}</div>
    </div>
  );
}

/** Links to the following parts, in columns. */
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
