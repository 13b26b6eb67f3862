import type { ReactNode } from "react";
import { companyHref } from "~/features/markets/company.rules";
import { QuarterSpark } from "~/features/markets/quarter-spark";
import { Stale } from "~/features/markets/stale";
import { Button, LinkButton } from "~/ui/button";
import { Change } from "~/ui/change";
import type { Close } from "~/ui/charts/series";
import { cx } from "~/ui/class-names";
import { controlAttributes, FieldMessages, fieldIds } from "~/ui/field";
import { PageHead } from "~/ui/head";
import { Icon } from "~/ui/icon";
import { currencyText, isYield, type PriceUnit, priceFigure } from "~/ui/price-format";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { FormErrorData } from "~/web/form-replies.server";
import { AUTHORS_PATH, ENTRIES_PATH, SAVED_PATH, WATCHLIST_PATH } from "./paths.rules";
import { ALERTS_PATH, newAlertHref } from "./price-alerts/price-alerts.rules";
import type { NewestItem, WatchedEntry } from "./watchlist.queries.server";
import { ITEM_KINDS, itemHref, WATCHED_SIZE } from "./watchlist.rules";
import "./watchlist.css";

const TABS = [
  { label: "Companies", to: WATCHLIST_PATH },
  { label: "Authors", to: AUTHORS_PATH },
  { label: "Saved", to: SAVED_PATH },
  { label: "Price alerts", to: ALERTS_PATH },
];

type HeadProps = { current: string; children: ReactNode };

/** The head of the three lists of a member. @property children what the list is, or how much is on it */
export const WatchlistHead = ({ current, children }: HeadProps) => (
  <>
    <PageHead title="Watchlist" meta={children} />
    <Tabs label="Watchlist" items={TABS.map((tab) => ({ ...tab, current: tab.to === current }))} />
  </>
);

type WatchedListProps = {
  entries: readonly WatchedEntry[];
  isFirstPage: boolean;
  page: number;
  zone: string;
};

/** A page of the list. Its first row cannot move up on the first page. */
export const WatchedList = ({ entries, isFirstPage, page, zone }: WatchedListProps) => (
  <ul className="watchlist">
    {entries.map((entry, index) => (
      <li key={entry.id}>
        {entry.company ? (
          <WatchedCompany entry={entry} company={entry.company} zone={zone} />
        ) : (
          <p className="watched-name text-muted">
            <Icon name="lock" /> A company not included in your plan
          </p>
        )}
        <EntryButtons
          id={entry.id}
          company={entry.company}
          name={entry.company?.name ?? `company ${(page - 1) * WATCHED_SIZE + index + 1}`}
          isTop={isFirstPage && index === 0}
          page={page}
        />
      </li>
    ))}
  </ul>
);

type CompanyProps = { entry: WatchedEntry; company: NonNullable<WatchedEntry["company"]>; zone: string };

function WatchedCompany({ entry: { price, stale, quarter, newest }, company, zone }: CompanyProps) {
  return (
    <>
      <p className="watched-name">
        <a href={companyHref(company.symbol)}>{company.name}</a>{" "}
        <span className="meta">{company.symbol}</span>
      </p>
      <WatchedPrice price={price} stale={stale} quarter={quarter} unit={company} />
      <p className="watched-news meta">
        {newest ? <Newest item={newest} zone={zone} /> : "Nothing published yet"}
      </p>
    </>
  );
}

type PriceProps = Pick<WatchedEntry, "price" | "stale"> & { quarter?: readonly Close[]; unit: PriceUnit };

function WatchedPrice({ price, stale, quarter, unit }: PriceProps) {
  if (!price) return <p className="watched-price meta">No price</p>;
  return (
    <>
      <QuarterSpark closes={quarter} unit={unit} stale={stale !== undefined} silent />
      <p className="watched-price">
        <strong>{priceFigure(price.price, unit)}</strong>
        {unit.currency && <span className="meta">{currencyText(unit.currency)}</span>}
        {!isYield(unit) && price.changePercent !== null && <Change value={price.changePercent} />}
        {stale && <Stale age={stale} />}
      </p>
    </>
  );
}

/** The kind, the title and the age of an item. */
export function Newest({ item, zone }: { item: NewestItem; zone: string }) {
  const { kind, title, at, locked } = item;
  return (
    <>
      {locked && (
        <>
          <Icon name="lock" />
          <span className="sr">Locked: </span>
        </>
      )}
      {ITEM_KINDS[kind]}{" "}
      <a href={itemHref(item)}>{kind === "alert" ? `to ${title}` : (title ?? "Read it")}</a>,{" "}
      <Time at={at} style="day" zone={zone} />
    </>
  );
}

type ButtonsProps = {
  id: string;
  company: WatchedEntry["company"];
  name: string;
  isTop: boolean;
  page: number;
};

function EntryButtons({ id, company, name, isTop, page }: ButtonsProps) {
  return (
    <form className="watched-buttons" method="post" action={ENTRIES_PATH}>
      <input type="hidden" name="entry" value={id} />
      <input type="hidden" name="page" value={page} />
      {company && (
        <LinkButton
          size="sm"
          variant="quiet"
          to={newAlertHref(company.symbol)}
          aria-label={`Alert me about the price of ${name}`}
        >
          Alert me
        </LinkButton>
      )}
      {!isTop && (
        <>
          <Button size="sm" variant="quiet" name="change" value="up" aria-label={`Move ${name} up`}>
            Up
          </Button>
          <Button size="sm" variant="quiet" name="change" value="top" aria-label={`Move ${name} to the top`}>
            Top
          </Button>
        </>
      )}
      <Button size="sm" variant="quiet" name="change" value="remove" aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </form>
  );
}

/** Adds a company by its symbol. @property refused the form as it was sent, if it came back */
export function AddCompany({ refused }: { refused?: FormErrorData }) {
  const error = refused && (refused.fieldErrors.symbol ?? refused.message);
  const { errorId } = fieldIds("symbol", { error });
  return (
    <form className={cx("add-company", error && "field--bad")} method="post" action={WATCHLIST_PATH}>
      <label className="label" htmlFor="symbol">
        Symbol
      </label>
      <input
        className="input"
        {...controlAttributes({ name: "symbol", error })}
        defaultValue={refused?.repopulateFields.symbol}
        required
        maxLength={20}
        autoComplete="off"
      />
      <Button icon="plus">Add company</Button>
      <FieldMessages ids={{ id: "symbol", errorId }} error={error} />
    </form>
  );
}
