import type { ReactNode } from "react";
import { IconLink } from "~/ui/button";
import { SkipLink } from "~/ui/skip-link";
import { TOAST_MS, type ToastProps, Toasts } from "~/ui/toast";
import { TopBar, type TopBarProps } from "./top-bar";

type BareFrameProps = TopBarProps & {
  /** form: one narrow centred column. account: full page width, from the top. */
  width?: "form" | "account";
  /** Whether the sun on the horizon is at the foot of the page. */
  horizon?: boolean;
  footer?: ReactNode;
  /** The reader's display settings, where there is no footer for them. */
  settings?: ReactNode;
  toasts?: readonly ToastProps[];
  children: ReactNode;
};

/** Bare layout: top bar and content only. */
export function BareFrame(props: BareFrameProps) {
  const { width = "form", horizon = false, footer, settings, toasts = [], children, ...bar } = props;
  return (
    <div className="bare">
      <SkipLink />
      <TopBar {...bar} />
      <Toasts items={toasts} timeout={TOAST_MS.members} />
      <main className={width === "form" ? "bare-main" : "account"} id="content" tabIndex={-1}>
        {children}
      </main>
      {horizon && <Horizon />}
      {settings && <footer className="bare-foot">{settings}</footer>}
      {footer}
    </div>
  );
}

type AuthPanelProps = {
  title: string;
  /** Below the title: the link to the alternative. */
  meta?: ReactNode;
  /** The target of the close button. */
  closeTo?: string;
  children: ReactNode;
};

/** The panel for sign-in, registration and passwords. */
export function AuthPanel({ title, meta, closeTo, children }: AuthPanelProps) {
  return (
    <div className="entry">
      <div className="entry-head">
        <h1>{title}</h1>
        {meta !== undefined && <p className="text-muted">{meta}</p>}
      </div>
      {children}
      {closeTo !== undefined && (
        <IconLink className="close" icon="close" label="Close and go home" to={closeTo} />
      )}
    </div>
  );
}

function Horizon() {
  return (
    <div className="horizon" aria-hidden="true">
      <svg viewBox="0 0 1200 152" aria-hidden="true">
        <path className="fill-art-soft" d="M490 118a110 110 0 0 1 220 0z" />
        <path className="fill-art-paper" d="M-600 118h2400v34H-600z" />
        <path
          className="stroke-art-soft"
          strokeWidth="2"
          d="M80 128h300M470 128h250M790 128h260M200 139h230M560 139h340M980 139h120"
        />
      </svg>
    </div>
  );
}
