import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { Time } from "~/ui/time";
import "./coupon.css";

type CouponFormProps = {
  /** The code that the page was asked for with, and what came of it. */
  offer?: { code: string; through?: string | null; error?: string };
  /** The id of the form that holds what else is chosen on the page, where there is such a choice: it comes along. */
  form?: string;
  /** The page whose lock led here; the address goes on saying so. */
  from?: string;
  /** The plans without a code. */
  withoutTo: string;
};

/** A code that takes something off. The page's address carries it, so that a link can, too. */
export function CouponForm({ offer, form, from, withoutTo }: CouponFormProps) {
  const field = (
    <>
      <Input
        name="coupon"
        form={form}
        label="Code"
        defaultValue={offer?.code}
        error={offer?.error}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Button form={form}>Apply</Button>
    </>
  );
  return (
    <details className="coupon" open={offer !== undefined}>
      <summary>Have a code?</summary>
      {form ? (
        <div className="coupon-form">{field}</div>
      ) : (
        <form method="get" action="/subscription" className="coupon-form">
          {from && <input type="hidden" name="from" value={from} />}
          {field}
        </form>
      )}
      {offer && (
        <p className="text-sm" role="status">
          {offer.error ? (
            "The plans cost what they say above. "
          ) : (
            <>
              {offer.code} is in the prices above
              {offer.through && (
                <>
                  , until <Time at={offer.through} style="short-date" zone="UTC" />
                </>
              )}
              .{" "}
            </>
          )}
          <a href={withoutTo}>Without a code</a>
        </p>
      )}
    </details>
  );
}
