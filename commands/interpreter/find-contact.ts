import { canonicalPhone } from '../../src/domain/format/phone.ts'
import { isGtin } from '../../src/domain/records/barcode.ts'
import type { EmailReading, PhoneReading } from './reading.ts'
import { type Token, trimPunctuation } from './tokens.ts'

interface FoundContact {
  readings: readonly (EmailReading | PhoneReading)[]
  /** Whether the text contains nothing else: `ph 03 555 0372`. */
  isWhole: boolean
  /** The other words. */
  rest: ReadonlySet<Token>
}

const LABELS = new Set(
  'call caller cell contact cust customer e-mail email fax from mail mob mobile no number on ph phone tel telephone to'.split(
    ' ',
  ),
)
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const LONGEST_EMAIL = 254
const PHONE_GROUP = /^[(+]*\d[\d().+-]*$/
const BEGINS_PHONE = /^[(+\d]/
/** An area or country code, or the groups of a local number. */
const FIRST_GROUP = /^[(+]*(?:0[02-9]|64|[2-9]\d{2}(?:[-.]?\d{4})?$)/
const LONGEST_PHONE = 24
const MOST_GROUPS = 5
const LOCAL_DIGITS = 7

/** Finds the email addresses and the phone numbers in a text, each once. */
export function findContact(tokens: readonly Token[]): FoundContact {
  const readings = new Map<string, EmailReading | PhoneReading>()
  const rest = new Set<Token>()
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]
    const email = emailOf(token)
    const phone = email === null ? phoneAt(tokens, index) : null
    if (email !== null) readings.set(email, { kind: 'email', address: email })
    else if (phone) readings.set(phone.digits, { kind: 'phone', digits: phone.digits })
    else if (token && !isLabel(token)) rest.add(token)
    index += phone?.groups ?? 1
  }
  return { readings: [...readings.values()], isWhole: readings.size > 0 && rest.size === 0, rest }
}

function emailOf(token: Token | undefined): string | null {
  if (!token?.raw.includes('@') || token.raw.length > LONGEST_EMAIL) return null
  const address = trimPunctuation(token.raw.replace(/^<?mailto:/i, ''))
  return EMAIL.test(address) ? address.toLowerCase() : null
}

/** The number that starts at a token, in as many groups as make one. */
function phoneAt(tokens: readonly Token[], index: number): { digits: string; groups: number } | null {
  if (!BEGINS_PHONE.test(tokens[index]?.raw ?? '')) return null
  if (isBarcode(tokens[index]?.raw ?? '')) return null
  if (!FIRST_GROUP.test(withoutStop(tokens[index]?.raw ?? ''))) return null
  let typed = ''
  let found: { digits: string; groups: number } | null = null
  for (let groups = 1; groups <= MOST_GROUPS; groups += 1) {
    const { raw = '', isApart = true } = tokens[index + groups - 1] ?? {}
    const group = withoutStop(raw)
    if (!PHONE_GROUP.test(group) || (groups > 1 && isApart)) break
    typed += group
    if (typed.length + groups > LONGEST_PHONE) break
    if (typed.length < LOCAL_DIGITS) continue
    const digits = canonicalPhone(typed)
    if (digits !== null) found = { digits, groups }
  }
  return found && isMeant(tokens, index, found) ? found : null
}

/** A UPC that is scanned as an EAN begins with two zeros, like the number of another country. */
function isBarcode(text: string): boolean {
  return /^00\d{11,12}$/.test(text) && isGtin(text)
}

/**
 * A number without an area code counts only alone or after a label: in a sentence, seven digits may mean anything.
 */
function isMeant(
  tokens: readonly Token[],
  index: number,
  { digits, groups }: { digits: string; groups: number },
): boolean {
  return digits.length !== LOCAL_DIGITS || groups === tokens.length || isLabel(tokens[index - 1])
}

function withoutStop(raw: string): string {
  if (raw.length > LONGEST_PHONE) return ''
  return /[.:!?]$/.test(raw) ? raw.replace(/[.:!?]+$/, '') : raw
}

function isLabel(token: Token | undefined): boolean {
  return token !== undefined && (token.bare === '' || LABELS.has(token.folded))
}
