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
  /** It is the least of several. */
  from?: boolean;
  /** "for 30 days". */
  term?: string;
  /** The price of the list, where a coupon makes another of it. */
  was?: string;
  tagline: string;
  benefits: readonly string[];
  /** The package one is on. */
  active?: boolean;
  /** The engraved corner: the package above the others. */
  engraved?: boolean;
  /** What is chosen among before the button. */
  choice?: ReactNode;
  /** What choosing it will do, or why it cannot be chosen. */
  note: ReactNode;
  /** The form that tries it for nothing. */
  trial?: ReactNode;
  /** The form that chooses it, what sends another form that it stands in, or a disabled button's words. */
  action:
    | { label: string; disabled: true }
    | { label: string; busy: string; to?: string; fields: Record<string, string> }
    | { label: string; busy: string; sends: ButtonHTMLAttributes<HTMLButtonElement> };
};

/** The size that a price of so many letters is written in, so that a card of three side by side holds it in one line. */
const priceSize = ({ length }: string) =>
  length > 13 ? "package-price--longest" : length > 7 && "package-price--long";

/** One package: what it costs, what it holds, what choosing it does. */
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
  /** The form that several of them stand in. */
  form?: ReactNode;
  children: ReactNode;
};

/** Packages side by side where there is room. While one is being bought, none of the others can be chosen. */
export function PackageGrid({ form, children }: PackageGridProps) {
  return (
    <div className="packages-wrap" data-one="">
      {form}
      <div className="packages">{children}</div>
    </div>
  );
}
