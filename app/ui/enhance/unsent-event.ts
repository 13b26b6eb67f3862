/**
 * A window event of a form that React would have submitted as a document: its own submit event was prevented.
 */
export const UNSENT_EVENT = "openbell:unsent";
