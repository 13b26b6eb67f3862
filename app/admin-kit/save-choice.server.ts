import type { EntityManager } from "@mikro-orm/postgresql";
import type { z } from "zod";
import type { StaffViewer, Writer } from "~/auth/viewer.server";
import type { Option } from "./field-schema";

/** Where a choice was sent from. Rows, selections, pasted rows and jobs send none. */
export type Door = "form" | "api";

/** A button of the form that leads away. */
export type FormLink = { label: string; to: string };

/** What a viewer may choose. */
export type Offered = {
  /** The first one, whose value is empty, changes nothing. With no other there is no field. */
  options: readonly Option[];
  hint?: string;
  /** Also to what became of earlier choices. */
  links: readonly FormLink[];
};

/**
 * Carries the choice out in the transaction that saves the record, after the record is written.
 * @returns a sentence for the person, if something is not as they chose
 * @throws AppError if nothing may be saved
 */
export type CarryOut = (manager: EntityManager, record: { id: string }) => Promise<string | undefined>;

/** A choice in a record's form and in the API that is no field of the record: another room carries it out. */
export type SaveChoice = {
  /** Its name in forms and in JSON. */
  name: string;
  label: string;
  /** The field that it follows in the form. */
  after: string;
  /** The value in the API, with its description. */
  body: z.ZodType;
  /** @param record undefined for a new one @returns undefined if this viewer chooses nothing */
  offer: (viewer: StaffViewer, record?: object & { id: string }) => Promise<Offered | undefined>;
  /**
   * @param sent what was sent under its name
   * @returns undefined if that changes nothing
   * @throws AppError 403 or 422
   */
  read: (staff: Writer, sent: unknown, door: Door) => Promise<CarryOut | undefined>;
};
