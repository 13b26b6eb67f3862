import { Button, LinkButton } from "~/ui/button";
import { dayInWords } from "~/ui/charts/calendar";
import { CopyButton } from "~/ui/copy-button";
import { Textarea } from "~/ui/field";
import { DASH } from "~/ui/format";
import { Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { PRIVATE_FEEDS_PATH } from "./private-feeds.rules";

type Feed = {
  section: string;
  title: string;
  address?: { createdAt: Date; lastUsedOn: string | null };
};

type PrivateFeedsProps = {
  feeds: Feed[];
  /** A new address, shown once. */
  made?: { section: string; address: string };
  /** Why nothing was changed. */
  problem?: string;
  zone: string;
};

/** A member's secret addresses, one for each section with a feed. */
export const PrivateFeeds = ({ feeds, made, problem, zone }: PrivateFeedsProps) => (
  <div className="section">
    <Section title="Private feeds" flush>
      <div className="grid gap-5">
        <p className="max-w-measure">
          Read a section in your feed reader. Your address shows everything your plan includes in full, and
          introductions to the rest.
        </p>
        {problem !== undefined && <Note tone="bad" title={problem} />}
        {made && <NewAddress made={made} title={feeds.find(isOf(made.section))?.title ?? ""} />}
        <FeedTable feeds={feeds} zone={zone} />
      </div>
    </Section>
  </div>
);

const isOf = (section: string) => (feed: Feed) => feed.section === section;

function NewAddress({ made, title }: { made: { address: string }; title: string }) {
  return (
    <Note tone="good" title={`Your address for the feed “${title}”`}>
      <div className="grid gap-3 max-w-form">
        <p>
          Add it to your feed reader now: it is shown only once. Keep it to yourself: anyone with the address
          can open the feed without signing in.
        </p>
        <Textarea name="address" label="Address" value={made.address} rows={3} readOnly />
        <div className="actions">
          <CopyButton text={made.address} label="Copy address" copied="Address copied!" />
        </div>
      </div>
    </Note>
  );
}

const FeedTable = ({ feeds, zone }: Pick<PrivateFeedsProps, "feeds" | "zone">) => (
  <Table label="Feed addresses" cards>
    <thead>
      <tr>
        <HeaderCell>Feed</HeaderCell>
        <HeaderCell>Address created</HeaderCell>
        <HeaderCell>Last used</HeaderCell>
        <HeaderCell>
          <span className="sr">Change</span>
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {feeds.map((feed) => (
        <FeedRow key={feed.section} feed={feed} zone={zone} />
      ))}
    </tbody>
  </Table>
);

function lastUse(address: Feed["address"]): string {
  if (!address) return DASH;
  return address.lastUsedOn ? dayInWords(address.lastUsedOn, "short-date") : "Never";
}

function FeedRow({ feed: { section, title, address }, zone }: { feed: Feed; zone: string }) {
  return (
    <tr>
      <RowHeader>{title}</RowHeader>
      <Cell label="Address created">
        {address ? <Time at={address.createdAt} style="short-date" zone={zone} /> : "No address"}
      </Cell>
      <Cell label="Last used">{lastUse(address)}</Cell>
      <RowActions>
        {address ? (
          <>
            <LinkButton
              size="sm"
              to={`${PRIVATE_FEEDS_PATH}?replace=${section}`}
              aria-label={`New address of ${title}`}
            >
              New address
            </LinkButton>
            <LinkButton
              size="sm"
              variant="danger-quiet"
              to={`${PRIVATE_FEEDS_PATH}?remove=${section}`}
              aria-label={`Remove the address of ${title}`}
            >
              Remove
            </LinkButton>
          </>
        ) : (
          <form method="post" action={PRIVATE_FEEDS_PATH}>
            <input type="hidden" name="section" value={section} />
            <input type="hidden" name="change" value="create" />
            <Button size="sm" aria-label={`Create address of ${title}`} busyText="Creating...">
              Create address
            </Button>
          </form>
        )}
      </RowActions>
    </tr>
  );
}

type QuestionProps = {
  feed: Feed & { question: "replace" | "remove"; address?: { createdAt: Date } };
};

const QUESTIONS = {
  replace: {
    title: "Get a new address?",
    effect: "The current address stops working at once. The new one is shown only once.",
    button: "New address",
    busyText: "Creating...",
    variant: "brand",
  },
  remove: {
    title: "Remove the address?",
    effect: "Feed readers that use it will no longer receive the feed.",
    button: "Remove address",
    busyText: "Removing...",
    variant: "danger",
  },
} as const;

/** Asks before an address stops working. */
export function FeedQuestion({ feed: { section, title, question, address } }: QuestionProps) {
  const { title: asks, effect, button, busyText, variant } = QUESTIONS[question];
  return (
    <div className="section">
      <Section title={asks} flush>
        <form method="post" action={PRIVATE_FEEDS_PATH} className="grid gap-5">
          <p className="max-w-measure">
            Feed: {title}. {effect}
          </p>
          <input type="hidden" name="section" value={section} />
          <input type="hidden" name="change" value={question} />
          <input type="hidden" name="replaces" value={address && new Date(address.createdAt).toISOString()} />
          <div className="actions">
            <Button variant={variant} busyText={busyText}>
              {button}
            </Button>
            <LinkButton to={PRIVATE_FEEDS_PATH}>Cancel</LinkButton>
          </div>
        </form>
      </Section>
    </div>
  );
}
