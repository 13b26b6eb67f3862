import { type ReactNode, useId } from "react";
import { LinkButton } from "~/ui/button";
import { cx } from "~/ui/class-names";
import { BenefitList } from "~/ui/facts";
import { Guilloche } from "~/ui/guilloche";
import { Icon } from "~/ui/icon";
import { PaywallPixel, usePlansLink } from "./plans-link";
import type { PriceNote } from "./price-note";
import { UPGRADE } from "./upgrade";

/** What screen readers announce in place of locked text. */
export const LOCKED_LABEL = "Members only";

/**
 * Fixed bars that do not depend on the text, because locked text never reaches the page. `lines`: how many
 * bars; the last one is short (58 %), the others alternate between 100 and 92 % width.
 */
export function LockedBars({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no other identity
        <span key={index} className={`bar bar--${index === lines - 1 ? 3 : (index % 2) + 1}`} />
      ))}
    </div>
  );
}

/** A locked figure (cell) or name in a table or a list of facts. */
export function LockedCell({ kind = "cell" }: { kind?: "cell" | "name" }) {
  return (
    <>
      <span className={cx("bar bar--cell", kind === "name" && "bar--name")} aria-hidden="true" />
      <span className="sr">{LOCKED_LABEL}</span>
    </>
  );
}

/** A lock icon and a sentence. */
export function LockedNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={cx("lockline", className)}>
      <Icon name="lock" />
      {children}
    </p>
  );
}

/** The lock icon in a ring. */
export function LockBadge() {
  return (
    <span className="seal">
      <Icon name="lock" />
    </span>
  );
}

/** A hatched field with the lock, in place of a picture. */
export function LockedPicture() {
  return (
    <div className="veil">
      <LockBadge />
    </div>
  );
}

type OfferProps = {
  title: ReactNode;
  /** What the content includes, one line per entry. */
  points: readonly string[];
  /** The button's label, where it differs from the usual one. */
  action?: { label: string };
  /** The starting price and its term; false where nothing is for sale. */
  note?: PriceNote;
  /** False where another element above already counts the page's paywall views. */
  marks?: boolean;
};

type PaywallProps = OfferProps & {
  /** Shows the button to the plans even when nothing is for sale, where the specification requires it. */
  showsButtonAlways?: boolean;
  /** The sign-in page that leads back here, for visitors. */
  signIn?: string;
};

/**
 * The paywall: what the content includes, the starting price, one button, and a sign-in link. Where nothing
 * is for sale it only names the audience.
 */
export function Paywall({ signIn, note, showsButtonAlways = false, ...offer }: PaywallProps) {
  const id = useId();
  // The price of Premium is misleading where only Private unlocks the content.
  const price = offer.action ? {} : { note };
  return (
    <>
      <section className="lockpanel" aria-labelledby={id}>
        <Guilloche />
        <div className="lockpanel-in">
          <LockBadge />
          {note === false ? (
            <>
              <h2 id={id}>{offer.title}</h2>
              {showsButtonAlways && <PlansButton {...offer} />}
            </>
          ) : (
            <Offer id={id} {...offer} {...price} />
          )}
        </div>
      </section>
      {signIn && <SignInLine to={signIn} />}
    </>
  );
}

function SignInLine({ to }: { to: string }) {
  return (
    <p className="meta">
      Already a member?{" "}
      <a href={to} rel="nofollow">
        Sign in
      </a>{" "}
      and return to this page.
    </p>
  );
}

/** The band that offers membership, once per page; nothing where no plan is for sale. */
export function UpgradePanel(offer: OfferProps) {
  const id = useId();
  if (offer.note === false) return null;
  return (
    <section className="upgrade band" aria-labelledby={id}>
      <div className="upgrade-in">
        <Guilloche />
        <Offer id={id} {...offer} />
      </div>
    </section>
  );
}

function Offer({ id, title, points, note, ...button }: OfferProps & { id: string }) {
  return (
    <>
      <h2 id={id}>{title}</h2>
      <BenefitList items={points} />
      <PlansButton {...button} note={note} />
    </>
  );
}

function PlansButton({
  action = UPGRADE,
  note,
  marks = true,
}: Pick<OfferProps, "action" | "note" | "marks">) {
  const { href, ...link } = usePlansLink({ marks });
  return (
    <div className="actions">
      <LinkButton to={href} {...link} variant="accent" size="lg">
        {action.label}
      </LinkButton>
      {marks && <PaywallPixel />}
      {note && <p className="text-sm">{note}</p>}
    </div>
  );
}

/** A drawing behind the lock, in place of a video's poster. */
export function LockedPoster({ drawing }: { drawing: ReactNode }) {
  return (
    <div className="poster--shut">
      {drawing}
      <LockedPicture />
    </div>
  );
}
