import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { PAPERS, type Paper } from '../../contract/printing.ts'

/** The address of a printer: IPP, ZPL over TCP, or the name that GoSweetSpot's print agent has for it. */
type PrinterAddress =
  | { kind: 'ipp'; url: string }
  | {
      kind: 'zpl'
      host: string
      port: number
      /** Dots in a millimetre. */
      dots: number
      /** Millimetres from one label to the next. */
      height: number
      tellsState: boolean
    }
  | { kind: 'gss'; printer: string }

/** An entry of the file of `PRINTERS`. */
export interface PrinterConfig {
  name: string
  paper: Paper
  address: PrinterAddress
}

const NOT_AN_ADDRESS =
  'must be an address such as ipp://10.0.0.5/ipp/print or zpl://10.0.0.6?dpi=300, or gss: and a printer of GoSweetSpot'
/** The port on which label printers listen. */
const ZPL_PORT = 9100
/** Dots in a millimetre by what makers call the resolution. */
const DOTS: Readonly<Record<string, number>> = { 203: 8, 300: 12 }
const AGENT = /^gss:\s*(?<printer>\S.*?)\s*$/

const address = z.string({ error: NOT_AN_ADDRESS }).transform((text, { addIssue }): PrinterAddress => {
  const printer = AGENT.exec(text)?.groups?.printer
  if (printer !== undefined) return { kind: 'gss', printer }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.hostname && !(url.username || url.password)) {
    if (/^ipps?:$/.test(url.protocol)) return { kind: 'ipp', url: text }
    if (url.protocol === 'zpl:') return zplAddress(url, addIssue)
  }
  addIssue(NOT_AN_ADDRESS)
  return z.NEVER
})

/** Heights of labels in millimetres. */
const HEIGHTS = ['150', '175']

function zplAddress(url: URL, addIssue: (issue: string) => void): PrinterAddress {
  const { dpi = '203', height = '150', status = 'on', ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  const dots = DOTS[dpi]
  if (unknown !== undefined) addIssue(`may have dpi, height and status, not '${unknown}'`)
  if (!HEIGHTS.includes(height)) addIssue(`must have height=${HEIGHTS.join(' or height=')}`)
  if (dots === undefined) addIssue(`must have dpi=${Object.keys(DOTS).join(' or dpi=')}`)
  if (!/^o(n|ff)$/.test(status)) addIssue('must have status=on or status=off')
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') addIssue(NOT_AN_ADDRESS)
  return {
    kind: 'zpl',
    // An address of IPv6 is in brackets in a URL only.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || ZPL_PORT),
    dots: dots ?? 0,
    height: Number(height),
    tellsState: status === 'on',
  }
}

const WRONG_LENGTH = 'must have 1 to 40 characters'

const Fields = z.strictObject(
  {
    name: z
      .string({ error: WRONG_LENGTH })
      .trim()
      .regex(/^\P{C}{1,40}$/u, { error: WRONG_LENGTH }),
    paper: z.enum(PAPERS, { error: `must be ${PAPERS.join(' or ')}` }),
    address,
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has no field '${issue.keys[0]}'` : 'must be an object',
  },
)

const Entry = Fields.refine(({ paper, address }) => address.kind !== 'zpl' || paper === '100x150', {
  path: ['paper'],
  error: 'must be 100x150: ZPL is for label printers',
})

/**
 * Reads the file of `PRINTERS`: `[{ "name": "Bench 2", "paper": "100x150", "address": "ipp://10.0.0.5/ipp/print" }]`.
 * @throws Error whose message names the entry, counted from 1, and its field
 */
export function readPrinters(file: string): PrinterConfig[] {
  const given = z.array(z.unknown(), { error: 'must be a list of printers' }).safeParse(parsed(file))
  if (!given.success) throw new Error('must be a list of printers')
  const printers = given.data.map((entry, index) => readEntry(entry, index + 1))
  const names = printers.map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) < index)
  if (twice !== -1) throw new Error(`printer ${twice + 1}: name '${names[twice]}' is used twice`)
  return printers
}

function readEntry(entry: unknown, number: number): PrinterConfig {
  const read = Entry.safeParse(entry)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const words = [...(issue?.path ?? []), issue?.message ?? 'is not valid'].join(' ')
  throw new Error(`printer ${number}: ${words}`)
}

function parsed(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('is not valid JSON')
  }
}
