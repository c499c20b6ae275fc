import type { Paper, Printer } from '../../../contract/printing.ts'

/** A printer, or the browser, as an option of a choice. */
export interface PrinterOption {
  /** Unique among the options; blank for the browser. */
  value: string
  /** The printer's name; null for the browser. */
  printer: string | null
  label: string
  /** The loaded paper, in the words of staff; blank for the browser. */
  paper: string
}

const PAPER_WORDS: Record<Paper, string> = { '100x150': '100 × 150 mm', A4: 'A4' }

const BROWSER: PrinterOption = { value: '', printer: null, label: 'Browser’s print dialog', paper: '' }

/**
 * The printers to choose from, then the browser.
 * @param paper only printers with this paper; null offers all, label printers first, because some couriers' labels
 * are A4
 */
export function printerOptions(printers: readonly Printer[], paper: Paper | null): PrinterOption[] {
  const [labels, others] = [
    printers.filter((printer) => printer.paper === '100x150'),
    printers.filter((printer) => printer.paper !== '100x150'),
  ]
  return [...labels, ...others]
    .filter((printer) => paper === null || printer.paper === paper)
    .map(
      ({ name, paper }): PrinterOption => ({
        value: name,
        printer: name,
        label: name,
        paper: PAPER_WORDS[paper],
      }),
    )
    .concat(BROWSER)
}
