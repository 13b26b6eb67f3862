import { type ButtonHTMLAttributes, type ReactNode, useId } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { cx } from "~/ui/class-names";
import { BenefitList } from "~/ui/facts";
import { Guilloche } from "~/ui/guilloche";
import "./package-card.css";

type PackageCardProps = {
  name: string;
  /** "$29", or "Free". */
  price: string;
  /** Whether it is the lowest of several prices. */
  from?: boolean;
  /** "for 30 days". */
  term?: string;
  /** The list price, if a coupon changes it. */
  was?: string;
  tagline: string;
  benefits: readonly string[];
  /** Whether it is the reader's current package. */
  active?: boolean;
  /** The engraved corner marks the recommended package. */
  engraved?: boolean;
  /** The choice above the button. */
  choice?: ReactNode;
  /** The effect of choosing it, or why it cannot be chosen. */
  note: ReactNode;
  /** The form that starts a free trial. */
  trial?: ReactNode;
  /** The form that chooses it, the button of an enclosing form, or the label of a disabled button. */
  action:
    | { label: string; disabled: true }
    | { label: string; busy: string; to?: string; fields: Record<string, string> }
    | { label: string; busy: string; sends: ButtonHTMLAttributes<HTMLButtonElement> };
};

/** The font size for a price of this length. On a card of three in a row, the price then fits one line. */
const priceSize = ({ length }: string) =>
  length > 13 ? "package-price--longest" : length > 7 && "package-price--long";

/** One package: its price, its benefits and the effect of choosing it. */
export function PackageCard(props: PackageCardProps) {
  const { name, price, from, was, term, tagline, benefits, active, engraved, choice, note, trial, action } =
    props;
  const id = useId();
  return (
    <section className={cx("package", active && "package--active")} aria-labelledby={id}>
      {engraved && <Guilloche />}
      <div className="package-name">
        <h2 id={id}>{name}</h2>
        {active && <Badge tone="active">Active</Badge>}
      </div>
      <p className={cx("package-price", priceSize(price))}>
        {was && (
          <s>
            <span className="sr">Instead of </span>
            {was}
          </s>
        )}
        {from && <span className="text-muted">From</span>}
        <strong>
          {was && <span className="sr">now </span>}
          {price}
        </strong>
        {term && <span className="text-muted">{term}</span>}
      </p>
      <p className="text-muted">{tagline}</p>
      <BenefitList items={benefits} />
      <div className="package-foot">
        {choice ? (
          <div className="package-choice">
            {choice}
            <p className="text-sm">{note}</p>
          </div>
        ) : (
          <p className="text-sm">{note}</p>
        )}
        {trial}
        <CardAction action={action} describedBy={id} />
      </div>
    </section>
  );
}

function CardAction({ action, describedBy }: { action: PackageCardProps["action"]; describedBy: string }) {
  if ("disabled" in action)
    return (
      <Button size="lg" block disabled>
        {action.label}
      </Button>
    );
  const button = (sends?: ButtonHTMLAttributes<HTMLButtonElement>) => (
    <Button {...sends} variant="brand" size="lg" block busyText={action.busy} aria-describedby={describedBy}>
      {action.label}
    </Button>
  );
  if ("sends" in action) return button(action.sends);
  return (
    <form method="post" action={action.to}>
      {Object.entries(action.fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {button()}
    </form>
  );
}

type PackageGridProps = {
  /** The form that encloses the cards. */
  form?: ReactNode;
  children: ReactNode;
};

/** Packages in a row if there is room. While one is being bought, all others are disabled. */
export function PackageGrid({ form, children }: PackageGridProps) {
  return (
    <div className="packages-wrap" data-one="">
      {form}
      <div className="packages">{children}</div>
    </div>
  );
}
