import { AcceptedFinding } from "./accepted-finding";
import { AccessPeriod } from "./access-period";
import { Ad } from "./ad";
import { AdCount } from "./ad-count";
import { ApiKey } from "./api-key";
import { Banner } from "./banner";
import { BinnedRecord } from "./binned-record";
import { Call } from "./call";
import { CallEvent } from "./call-event";
import { Change } from "./change";
import { Channel, ChannelPost } from "./channel";
import { ComparedPrice } from "./compared-price";
import { Coupon } from "./coupon";
import { DailyBrief } from "./daily-brief";
import { DailyPrice } from "./daily-price";
import { Edition, EditionBody, EditionCount, EditionMember } from "./edition";
import { FollowedAuthor } from "./followed-author";
import { FormDraft } from "./form-draft";
import { FormOpening } from "./form-opening";
import { FormerAddress } from "./former-address";
import { Gift } from "./gift";
import { IdempotencyKey } from "./idempotency-key";
import { Image } from "./image";
import { Instrument } from "./instrument";
import { Intent } from "./intent";
import { KnownDevice } from "./known-device";
import { Label, MemberLabel, Segment } from "./label";
import { LedgerCheck } from "./ledger-check";
import { LibraryPicture } from "./library-picture";
import { ListMemory, ListView } from "./list-view";
import { Mail } from "./mail";
import { Member } from "./member";
import { BatchMember, MemberBatch } from "./member-batch";
import { ImportedMember, MemberImport, MemberImportRow } from "./member-import";
import { MemberMarks } from "./member-marks";
import { MemberNote } from "./member-note";
import { Mover } from "./mover";
import { News } from "./news";
import { EditionSender, NewsletterChoice, NewsletterSetting } from "./newsletter";
import { Order } from "./order";
import { Package } from "./package";
import { Passkey } from "./passkey";
import { PasteColumns } from "./paste-columns";
import { PayerDay, RevenueDay } from "./payer-day";
import { Payment } from "./payment";
import { PaymentTotal } from "./payment-total";
import { PaywallDay, PaywallRevenueDay } from "./paywall-day";
import { PendingPicture } from "./pending-picture";
import { PendingSubmission } from "./pending-submission";
import { PickList } from "./pick-list";
import { PictureRemoval } from "./picture-removal";
import { PriceAlert } from "./price-alert";
import { PriceAlertFiring } from "./price-alert-firing";
import { PriceFailure } from "./price-failure";
import { PriceJump } from "./price-jump";
import { PriceRevision } from "./price-revision";
import { PriceSource } from "./price-source";
import { PrivateFeed } from "./private-feed";
import { MutedPush, PushDevice, PushMessage, PushRetry, PushSender } from "./push";
import { Quote } from "./quote";
import { MostRead, PageReading, ReadingDay } from "./reading";
import { ReceiptCounter } from "./receipt-counter";
import { ChangeNumbers, RecordChange } from "./record-change";
import { RecordCount } from "./record-count";
import { Referral } from "./referral";
import { Refund } from "./refund";
import { Registration } from "./registration";
import { ResultCheck } from "./result-check";
import { ReviewEntry } from "./review-entry";
import { SavedItem } from "./saved-item";
import { SellerOfDay } from "./seller-of-day";
import { Session } from "./session";
import { SingleUseToken } from "./single-use-token";
import { SiteSetting } from "./site-setting";
import { SiteText } from "./site-text";
import { SitemapBound } from "./sitemap-bound";
import { Split } from "./split";
import { Staff } from "./staff";
import { StaffInvitation } from "./staff-invitation";
import { StockPick } from "./stock-pick";
import { Subscriber } from "./subscriber";
import { MailReport, ReportMailboxState, SuppressedAddress } from "./suppressed-address";
import { TrackRecordBasis, TrackRecordDay, TrackRecordFigure, TrackRecordMark } from "./track-record";
import { TradeAlert } from "./trade-alert";
import { Trial } from "./trial";
import { TrialAddress } from "./trial-address";
import { TrialDevice } from "./trial-device";
import { PendingSignIn, RecoveryCode, TwoStepSecret } from "./two-step";
import { Video } from "./video";
import { WatchedInstrument } from "./watched-instrument";
import { Webhook, WebhookDelivery } from "./webhook";
import { WorkingCopy } from "./working-copy";

/** Every entity. Listed by hand, because the bundled server has no source folder to scan. */
export const ENTITIES = [
  AcceptedFinding,
  AccessPeriod,
  Ad,
  AdCount,
  ApiKey,
  Banner,
  BinnedRecord,
  Call,
  CallEvent,
  Change,
  Channel,
  ChannelPost,
  ComparedPrice,
  Coupon,
  DailyBrief,
  DailyPrice,
  Edition,
  EditionBody,
  EditionCount,
  EditionMember,
  EditionSender,
  FollowedAuthor,
  FormDraft,
  FormOpening,
  FormerAddress,
  Gift,
  PendingSubmission,
  IdempotencyKey,
  Image,
  Instrument,
  Intent,
  KnownDevice,
  Label,
  MemberLabel,
  Segment,
  LedgerCheck,
  LibraryPicture,
  Passkey,
  PaywallDay,
  PaywallRevenueDay,
  Mail,
  Member,
  BatchMember,
  MemberBatch,
  ImportedMember,
  MemberImport,
  MemberImportRow,
  MemberMarks,
  MemberNote,
  MostRead,
  Mover,
  News,
  NewsletterChoice,
  NewsletterSetting,
  Subscriber,
  SuppressedAddress,
  MailReport,
  ReportMailboxState,
  Order,
  Package,
  PageReading,
  PayerDay,
  Payment,
  PaymentTotal,
  ListMemory,
  ListView,
  PasteColumns,
  PendingPicture,
  PendingSignIn,
  PickList,
  PictureRemoval,
  PriceAlert,
  PriceAlertFiring,
  PriceFailure,
  PriceJump,
  PriceRevision,
  PriceSource,
  PrivateFeed,
  MutedPush,
  PushDevice,
  PushMessage,
  PushRetry,
  PushSender,
  Quote,
  ReadingDay,
  ReceiptCounter,
  ChangeNumbers,
  RecordChange,
  RecordCount,
  RecoveryCode,
  Referral,
  Refund,
  Registration,
  ResultCheck,
  ReviewEntry,
  RevenueDay,
  SavedItem,
  SellerOfDay,
  Session,
  SingleUseToken,
  SiteSetting,
  SiteText,
  SitemapBound,
  Split,
  Staff,
  StaffInvitation,
  StockPick,
  TrackRecordBasis,
  TrackRecordDay,
  TrackRecordFigure,
  TrackRecordMark,
  TradeAlert,
  Trial,
  TrialAddress,
  TrialDevice,
  TwoStepSecret,
  Video,
  WatchedInstrument,
  Webhook,
  WebhookDelivery,
  WorkingCopy,
];
