import type { PrinterAttributes } from './ipp-call.ts'

/** States that keep a printer from printing, in the words of staff, by the keywords of RFC 8011 and PWG 5100.9. */
const WORDS: Record<string, string> = {
  'media-empty': 'is out of paper',
  'media-needed': 'needs paper',
  'media-jam': 'has a paper jam',
  'input-tray-missing': 'has no paper tray',
  'output-area-full': 'has a full output tray',
  'output-tray-missing': 'has no output tray',
  'door-open': 'is open',
  'cover-open': 'is open',
  'interlock-open': 'is open',
  'toner-empty': 'is out of toner',
  'marker-supply-empty': 'is out of ink or ribbon',
  'developer-empty': 'is out of toner',
  offline: 'is offline',
  shutdown: 'is switched off',
  'timed-out': 'is offline',
  paused: 'is paused',
  'moving-to-paused': 'is paused',
  stopping: 'is stopped',
}

/** A printer that is offline would keep the job and print it later, so a report of this state suffices. */
const ALWAYS_STOPS = new Set(['offline', 'shutdown', 'timed-out'])

/** One tray of several may be empty: then some media is ready. */
function hasNoMedia(keyword: string, printer: PrinterAttributes): boolean {
  return keyword === 'media-empty' && printer['media-ready'].length === 0
}

/** Why a printer cannot print now, such as 'is out of paper'; null if it can. */
export function whyNotReady(printer: PrinterAttributes): string | null {
  for (const reason of printer['printer-state-reasons']) {
    // Without a suffix a reason is an error.
    const [, keyword = '', severity = 'error'] = /^(.*?)(?:-(report|warning|error))?$/.exec(reason) ?? []
    const words = WORDS[keyword]
    if (words === undefined) continue
    if (severity === 'error' || ALWAYS_STOPS.has(keyword) || hasNoMedia(keyword, printer)) return words
  }
  if (printer['printer-state'].includes('stopped')) return 'is stopped'
  if (printer['printer-is-accepting-jobs'] === false) return 'accepts no jobs'
  return null
}
