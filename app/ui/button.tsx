import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "./class-names";
import { Icon, type IconName } from "./icon";

/**
 * brand: the screen's own action. accent: towards membership, at most one on a page besides the top bar's.
 * danger: only where it is asked for. danger-quiet: a row's Delete.
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
    /** Shown while the form is sent ("Signing In..."); the button keeps the width of the longer words. */
    busyText?: string;
    busy?: boolean;
    /** Makes the button disabled and says why to who points at it; say it in sight nearby, too. */
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

/** A button of a form (type submit unless said otherwise). */
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

/** A link that looks like a button: it goes somewhere, it changes nothing. */
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

/** A bare icon with a name for those who cannot see it. */
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
