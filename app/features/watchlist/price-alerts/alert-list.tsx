import { companyHref } from "~/features/markets/company.rules";
import { Button, LinkButton } from "~/ui/button";
import { dayInWords } from "~/ui/charts/calendar";
import { Checkbox } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { priceFigure } from "~/ui/price-format";
import { Time } from "~/ui/time";
import type { OwnAlert } from "./price-alerts.queries.server";
import { ALERTS_PATH, alertText, stateText, withUnit } from "./price-alerts.rules";
import "../watchlist.css";
import "./price-alerts.css";

/** A page of a member's alerts, with what each waits for and when it last fired. */
export const AlertList = ({ alerts, zone }: { alerts: readonly OwnAlert[]; zone: string }) => (
  <ul className="alert-list">
    {alerts.map((alert) => (
      <li key={alert.id}>
        {alert.company ? (
          <Alert alert={alert} company={alert.company} zone={zone} />
        ) : (
          <p className="watched-name text-muted">
            <Icon name="lock" /> A company not included in your plan
          </p>
        )}
        <AlertButtons alert={alert} />
      </li>
    ))}
  </ul>
);

type AlertProps = { alert: OwnAlert; company: NonNullable<OwnAlert["company"]>; zone: string };

function Alert({ alert, company, zone }: AlertProps) {
  const { price, pricedOn, firedAt, firedPrice } = alert;
  const priceText = (figure: string) => withUnit(priceFigure(figure, company), company);
  return (
    <>
      <p className="watched-name">
        <a href={companyHref(company.symbol)}>{company.name}</a>{" "}
        <span className="meta">{company.symbol}</span>
      </p>
      <p className="alert-level">{alertText(alert, company)}</p>
      <p className="alert-state meta">
        {stateText(alert)}
        {price !== null &&
          pricedOn !== null &&
          ` · ${priceText(price)} on ${dayInWords(pricedOn, "short-day")}`}
        {firedAt && firedPrice !== null && (
          <>
            {" · Fired "}
            <Time at={firedAt} style="day-time" zone={zone} />
            {` at ${priceText(firedPrice)}`}
          </>
        )}
      </p>
    </>
  );
}

function AlertButtons({ alert }: { alert: OwnAlert }) {
  const { id, company } = alert;
  const name = company ? `${company.name} ${alertText(alert, company)}` : "this company";
  return (
    <form className="watched-buttons" method="post" action={ALERTS_PATH}>
      {company && (
        <LinkButton
          to={`${ALERTS_PATH}/${id}`}
          size="sm"
          variant="quiet"
          aria-label={`Edit the alert: ${name}`}
        >
          Edit
        </LinkButton>
      )}
      <Button size="sm" variant="quiet" name="remove" value={id} aria-label={`Remove the alert: ${name}`}>
        Remove
      </Button>
    </form>
  );
}

/** Turns the emails about fired alerts on or off. */
export const AlertMails = ({ wanted }: { wanted: boolean }) => (
  <form className="alert-mails" method="post" action={ALERTS_PATH}>
    <input type="hidden" name="change" value="mails" />
    <Checkbox
      name="mails"
      label="Also send my alerts by email"
      hint="The bell always shows them."
      defaultChecked={wanted}
    />
    <Button size="sm">Save</Button>
  </form>
);
