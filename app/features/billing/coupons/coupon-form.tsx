import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { Time } from "~/ui/time";
import "./coupon.css";

type CouponFormProps = {
  /** The code that the page was asked for with, and what came of it. */
  offer?: { code: string; through?: string | null; error?: string };
};

/** A code that takes something off. The page's address carries it, so that a link can, too. */
export function CouponForm({ offer }: CouponFormProps) {
  return (
    <details className="coupon" open={offer !== undefined}>
      <summary>Have a code?</summary>
      <form method="get" action="/subscription" className="coupon-form">
        <Input
          name="coupon"
          label="Code"
          defaultValue={offer?.code}
          error={offer?.error}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button>Apply</Button>
      </form>
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
          <a href="/subscription">Without a code</a>
        </p>
      )}
    </details>
  );
}
