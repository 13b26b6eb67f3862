import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "./class-names";
import { Icon, type IconName } from "./icon";

/**
 * brand: the screen's main action. accent: towards membership, at most one per page, not counting the top
 * bar. danger: only in confirmations. danger-quiet: a row's Delete.
 */
export type ButtonVariant = "plain" | "brand" | "accent" | "quiet" | "danger" | "danger-quiet";
export type ButtonSize = "sm" | "md" | "lg";

type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its column. */
  block?: boolean;
  icon?: IconName;
};

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "title"> & {
    children: ReactNode;
    /** Shown while the form is sent ("Signing In..."); the button keeps the width of the longer label. */
    busyText?: string;
    busy?: boolean;
    /** Disables the button and shows the reason as a tooltip; also show the reason visibly nearby. */
    disabledReason?: string;
  };

type LinkButtonProps = ButtonLook &
  AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; children: ReactNode };

function buttonClass(
  { variant = "plain", size = "md", block = false }: ButtonLook,
  className?: string,
): string {
  return cx(
    "btn",
    variant !== "plain" && `btn--${variant}`,
    size !== "md" && `btn--${size}`,
    block && "btn--block",
    className,
  );
}

/** A form's button (type submit by default). */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    block,
    icon,
    busyText,
    busy,
    disabledReason,
    disabled,
    className,
    children,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      className={buttonClass({ variant, size, block }, className)}
      disabled={disabled || disabledReason !== undefined || undefined}
      title={disabledReason}
      aria-busy={busy || undefined}
      data-busy={busyText === undefined ? undefined : ""}
    >
      {icon && <Icon name={icon} />}
      {busyText === undefined ? (
        children
      ) : (
        <span className="btn-words">
          <span>{children}</span>
          <span>{busyText}</span>
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button; it only navigates. */
export function LinkButton(props: LinkButtonProps) {
  const { variant, size, block, icon, to, className, children, ...rest } = props;
  return (
    <a {...rest} className={buttonClass({ variant, size, block }, className)} href={to}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> & {
  icon: IconName;
  label: string;
};

/** An icon button with a name for screen readers. */
export function IconButton({ icon, label, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={cx("iconbtn", className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

type IconLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "aria-label"> & {
  icon: IconName;
  label: string;
  to: string;
};

/** The same as a link. */
export function IconLink({ icon, label, to, className, ...rest }: IconLinkProps) {
  return (
    <a {...rest} className={cx("iconbtn", className)} href={to} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
