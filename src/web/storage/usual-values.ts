import * as z from 'zod/mini'
import { nonBlank } from '../../domain/format/text.ts'
import type { Given } from '../../domain/sentences/arguments.ts'
import { ownKey } from './drafts.ts'
import { jsonStorage } from './json-storage.ts'

/** The fields whose last value is the likeliest one. Who collects is a matter of the customer. */
const USUAL = {
  payment_method: 'everywhere',
  shipping_company: 'everywhere',
  courier: 'everywhere',
  collected_by: 'customer',
} as const

/** The values last sent by the customer's code, the latest first; those for any customer have a blank code. */
const Stored = z.array(z.object({ customer: z.string(), values: z.record(z.string(), z.string()) }))
const storage = jsonStorage(Stored)

const ANY = ''
const MOST_CUSTOMERS = 200

/** The values that the user has last sent for a customer in this browser, otherwise for any: deleted at sign-out. */
export function usualValues(customer: string | null): Given {
  const stored = storage.getItem(ownKey('usual'), [])
  const of = (code: string) => stored.find((one) => one.customer === code)?.values
  return { ...of(ANY), ...of(customer ?? ANY) }
}

/** Remembers the values that were sent for a customer. */
export function noteUsual(customer: string | null, sent: object): void {
  const entries = Object.entries(USUAL).flatMap(([field, scope]) => {
    const value: unknown = Reflect.get(sent, field)
    return typeof value === 'string' && nonBlank(value) !== null ? [{ field, scope, value }] : []
  })
  if (entries.length === 0) return
  const valuesOf = (kept: typeof entries) =>
    Object.fromEntries(kept.map(({ field, value }) => [field, value]))
  note(ANY, valuesOf(entries.filter(({ scope }) => scope === 'everywhere')))
  if (customer !== null) note(customer, valuesOf(entries))
}

function note(customer: string, values: Readonly<Record<string, string>>): void {
  const stored = storage.getItem(ownKey('usual'), [])
  const before = stored.find((one) => one.customer === customer)?.values
  const latest = { customer, values: { ...before, ...values } }
  const others = stored.filter((one) => one.customer !== customer)
  // The values for any customer are kept, however old.
  const kept = [latest, ...others].filter((one, index) => index < MOST_CUSTOMERS || one.customer === ANY)
  storage.setItem(ownKey('usual'), kept)
}

const texts = jsonStorage(z.array(z.string()))
const MOST_TEXTS = 50

/** The texts from which the user took rows of the palette in this browser, the latest first, each once. */
export function typedTexts(): readonly string[] {
  return texts.getItem(ownKey('palette'), [])
}

/** Remembers a text from which the user took a row: the latest `MOST_TEXTS` until sign-out (PAL-12). */
export function noteTyped(text: string): void {
  const others = typedTexts().filter((other) => other !== text)
  texts.setItem(ownKey('palette'), [text, ...others].slice(0, MOST_TEXTS))
}
