import { Ad } from "./ad";
import { AdCount } from "./ad-count";
import { Banner } from "./banner";
import { Call } from "./call";
import { CallEvent } from "./call-event";
import { Change } from "./change";
import { DailyBrief } from "./daily-brief";
import { DailyPrice } from "./daily-price";
import { Image } from "./image";
import { Instrument } from "./instrument";
import { LedgerCheck } from "./ledger-check";
import { Mail } from "./mail";
import { Member } from "./member";
import { Mover } from "./mover";
import { News } from "./news";
import { Order } from "./order";
import { Package } from "./package";
import { PasteColumns } from "./paste-columns";
import { Payment } from "./payment";
import { PaymentTotal } from "./payment-total";
import { PendingPicture } from "./pending-picture";
import { PickList } from "./pick-list";
import { PictureRemoval } from "./picture-removal";
import { PriceFailure } from "./price-failure";
import { PriceJump } from "./price-jump";
import { PriceRevision } from "./price-revision";
import { PriceSource } from "./price-source";
import { Quote } from "./quote";
import { MostRead, PageReading, ReadingDay } from "./reading";
import { RecordCount } from "./record-count";
import { Referral } from "./referral";
import { Registration } from "./registration";
import { ResultCheck } from "./result-check";
import { Session } from "./session";
import { SingleUseToken } from "./single-use-token";
import { SitemapBound } from "./sitemap-bound";
import { Split } from "./split";
import { Staff } from "./staff";
import { StockPick } from "./stock-pick";
import { TrackRecordBasis, TrackRecordDay, TrackRecordFigure, TrackRecordMark } from "./track-record";
import { TradeAlert } from "./trade-alert";
import { Video } from "./video";

/** Every entity, listed because the server's bundle has no folder to look into. */
export const ENTITIES = [
  Ad,
  AdCount,
  Banner,
  Call,
  CallEvent,
  Change,
  DailyBrief,
  DailyPrice,
  Image,
  Instrument,
  LedgerCheck,
  Mail,
  Member,
  MostRead,
  Mover,
  News,
  Order,
  Package,
  PageReading,
  Payment,
  PaymentTotal,
  PasteColumns,
  PendingPicture,
  PickList,
  PictureRemoval,
  PriceFailure,
  PriceJump,
  PriceRevision,
  PriceSource,
  Quote,
  ReadingDay,
  RecordCount,
  Referral,
  Registration,
  ResultCheck,
  Session,
  SingleUseToken,
  SitemapBound,
  Split,
  Staff,
  StockPick,
  TrackRecordBasis,
  TrackRecordDay,
  TrackRecordFigure,
  TrackRecordMark,
  TradeAlert,
  Video,
];
