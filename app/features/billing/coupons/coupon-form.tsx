import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { Time } from "~/ui/time";
import "./coupon.css";

type CouponFormProps = {
  /** The code in the page's address, and the result of looking it up. */
  offer?: { code: string; through?: string | null; error?: string };
  /** The id of the page's form with its other choices, if there is one. They are submitted with the code. */
  form?: string;
  /** The page whose paywall led here. It stays in the address. */
  from?: string;
  /** The address of the plans without a code. */
  withoutTo: string;
};

/** The field for a coupon code. The code is in the page's address, so a link can carry it. */
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
            "The prices above have not changed. "
          ) : (
            <>
              {offer.code} is included in the prices above
              {offer.through && (
                <>
                  , until <Time at={offer.through} style="short-date" zone="UTC" />
                </>
              )}
              .{" "}
            </>
          )}
          <a href={withoutTo}>Remove the code</a>
        </p>
      )}
    </details>
  );
}
