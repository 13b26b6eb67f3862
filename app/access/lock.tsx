import { type ReactNode, useId } from "react";
import { LinkButton } from "~/ui/button";
import { cx } from "~/ui/class-names";
import { BenefitList } from "~/ui/facts";
import { Guilloche } from "~/ui/guilloche";
import { Icon } from "~/ui/icon";
import { LockPixel, usePlansLink } from "./plans-link";
import type { PriceNote } from "./price-note";
import { UPGRADE } from "./upgrade";

/** What stands for locked words and figures, for those who cannot see the hatching. */
export const LOCKED_LABEL = "Members only";

/**
 * Constant bars, whatever the text was. They take no text: what is locked must not have come this far.
 * `lines` is how many are drawn (100, 92 and 58 % of the width in turn).
 */
export function LockBars({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have nothing else to be told apart by
        <span key={index} className={`bar bar--${index === lines - 1 ? 3 : (index % 2) + 1}`} />
      ))}
    </div>
  );
}

/** A locked figure (cell) or name in a table or a list of facts. */
export function LockCell({ kind = "cell" }: { kind?: "cell" | "name" }) {
  return (
    <>
      <span className={cx("bar bar--cell", kind === "name" && "bar--name")} aria-hidden="true" />
      <span className="sr">{LOCKED_LABEL}</span>
    </>
  );
}

/** Lock and sentence, in brass. */
export function LockLine({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={cx("lockline", className)}>
      <Icon name="lock" />
      {children}
    </p>
  );
}

/** The lock in its ring. */
export function LockSeal() {
  return (
    <span className="seal">
      <Icon name="lock" />
    </span>
  );
}

/** A hatched field with the seal, where a picture would be. */
export function LockedPicture() {
  return (
    <div className="veil">
      <LockSeal />
    </div>
  );
}

type OfferProps = {
  title: ReactNode;
  /** What is inside, a line each. */
  points: readonly string[];
  /** The button, where it says something else than on every lock. */
  action?: { label: string };
  /** From which price, for how long; false where nothing is for sale. */
  note?: PriceNote;
  /** False where something above has marked the page's lock already. */
  marks?: boolean;
};

type LockPanelProps = OfferProps & {
  /** The way to the plans belongs to this lock by the specification, also where there are none. */
  alwaysLeads?: boolean;
  /** The sign-in page that leads back here, for who is not signed in. */
  signIn?: string;
};

/**
 * In place of what is locked: what is inside, from which price, one brass button, and the way in for members. Where nothing is for
 * sale it says who may read it, and sells nothing.
 */
export function LockPanel({ signIn, note, alwaysLeads = false, ...offer }: LockPanelProps) {
  const id = useId();
  // What Premium costs says nothing of what only Private opens.
  const price = offer.action ? {} : { note };
  return (
    <>
      <section className="lockpanel" aria-labelledby={id}>
        <Guilloche />
        <div className="lockpanel-in">
          <LockSeal />
          {note === false ? (
            <>
              <h2 id={id}>{offer.title}</h2>
              {alwaysLeads && <PlansButton {...offer} />}
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
      and you come back to this page.
    </p>
  );
}

/** The band that offers membership, once on a page; nothing where there is none to be had. */
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
      {marks && <LockPixel />}
      {note && <p className="text-sm">{note}</p>}
    </div>
  );
}

/** The drawing behind the lining of the envelope. */
export function LockedPoster({ drawing }: { drawing: ReactNode }) {
  return (
    <div className="poster--shut">
      {drawing}
      <LockedPicture />
    </div>
  );
}
