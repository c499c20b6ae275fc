import { parseWrittenTime } from '../../../domain/calendar/written-time.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { timestamp } from '../../db/times.ts'
import { parseAmount } from './amounts.ts'

/** The text of a cell in the importer's form, with a message for the sender; or the reason why it is unreadable. */
export type Reading = { value: string; note?: string } | { fault: string }

/** Reads a cell that is not blank. */
export type Reader = (text: string) => Reading

/** A spreadsheet marks text that looks like a number with an apostrophe. */
const MARKED = /^'(?=[+\d])/
const PLAIN_NUMBER = /^\d{7,10}$/
/** A number that lost its leading zero: at least 8 digits, beginning with an area, mobile or freephone code. */
const WITHOUT_ZERO = /^[2-9]\d{7,9}$/
/** A long number as a spreadsheet shows it. */
const ROUNDED = /^\d[.,]\d+e\+\d+$/i

export const text: Reader = (cell) => ({ value: cell.replace(MARKED, '') })

/** A customer's code; MYOB writes *None for none. */
export const code: Reader = (cell) => ({ value: /^\*none$/i.test(cell) ? '' : cell })

/** Dollars, as millionths of a dollar. */
export const amount: Reader = (cell) => {
  const value = parseAmount(cell)
  return value === null ? { fault: 'must be an amount such as 1,234.50' } : { value: String(value) }
}

/** A decimal number. */
export const quantity: Reader = (cell) => {
  const value = parseAmount(cell)
  return value === null ? { fault: 'must be a number' } : { value: String(value / 1_000_000) }
}

export const time: Reader = (cell) => {
  const at = parseWrittenTime(cell)
  return at === null
    ? { fault: 'must be a time such as 18/11/2026 10:00 or 2026-11-18 10:00:00 +1300' }
    : { value: timestamp(at) }
}

/** A phone number, with the zero that a spreadsheet removed. */
export const phone: Reader = (cell) => {
  const number = cell.replace(MARKED, '')
  if (ROUNDED.test(number)) return { value: '', note: `was rounded by a spreadsheet, ${number}: left out` }
  const digits = number.replaceAll(' ', '')
  if (!PLAIN_NUMBER.test(digits) || !WITHOUT_ZERO.test(digits)) return { value: number }
  return { value: `0${number}`, note: `has no zero at the beginning, ${number}: read as 0${number}` }
}

/** The branch that a text names, otherwise Auckland (reading 33). */
export const branch: Reader = (cell) => {
  const words = cell.toLowerCase().split(/[^a-z]+/)
  return { value: words.map(originBranch).find((one) => words.includes(one)) ?? originBranch(null) }
}

/** The name of a country; other programs write New Zealand's code. */
export const country: Reader = (cell) => ({ value: /^nzl?$/i.test(cell) ? 'New Zealand' : cell })

/** 'yes' for anything but a word for no. */
export const flag: Reader = (cell) => ({ value: /^(no?|false|0)$/i.test(cell) ? '' : 'yes' })
