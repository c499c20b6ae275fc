import type { Paper } from '../../contract/printing.ts'

/** A document that can be printed. */
export interface Printable {
  /** Name of the job on the printer. */
  title: string
  /** @throws Refusal if it cannot be rendered */
  pdf(): Promise<Uint8Array>
  /** The couriers' own labels in ZPL, for 203 dpi and 100 × 175 mm; null if any of them has none. */
  zpl(): Promise<string | null>
  /** The consignments whose labels these are, with the slugs of their couriers; null for another document. */
  connotes: readonly { courier: string; code: string }[] | null
  /** Called once the printer has accepted it. */
  onPrinted(): Promise<void>
}

/** A request to print, on behalf of a member of staff. */
export interface PrintRequest {
  printable: Printable
  staffName: string
  /** Called just before the document is sent. After that the outcome is unknown unless the printer tells it. */
  beforeSending(): Promise<void>
}

export interface ServerPrinter {
  name: string
  paper: Paper
  /** @throws {PrinterRefused} if it cannot print now */
  check(): Promise<void>
  /**
   * Resolves when the printer has accepted the document.
   * @throws {PrinterRefused} if it certainly did not print; anything else after `beforeSending` if that is unknown
   */
  print(request: PrintRequest): Promise<void>
}

/** Limits in milliseconds: for an answer about the state, and while a job is sent. */
export interface TimeLimits {
  check: number
  print: number
}

/** How long, and how often, a printer that is busy with another job is tried. */
export const BUSY_PAUSE_MS = 500
export const MOST_TRIES = 6

/** Nothing was printed. The message is a sentence for staff. */
export class PrinterRefused extends Error {
  override readonly name = 'PrinterRefused'
}
