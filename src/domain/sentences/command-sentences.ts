import type { Capability } from '../../contract/capabilities.ts'
import type { Carton } from '../../contract/dispatch.ts'
import { capitalised, counted } from '../format/text.ts'
import { PARCEL_PRESETS } from '../freight/cartons.ts'
import type { OrderDialogName } from '../orders/order-actions.ts'
import { kindFacts, RECORD_KINDS, type Records } from '../records/record-kind.ts'
import { type Argument, byWords, type Given, textAfter, wordOf } from './arguments.ts'
import { ORDER_SENTENCES } from './order-sentences.ts'
import {
  AND,
  BETWEEN_FACTS,
  contactOf,
  copiedOf,
  FACT_NAMES,
  FACT_READERS,
  FACTS,
  factOf,
  factsIn,
  type KnownKind,
  nameIn,
  nouns,
  numberIn,
  type Spoken,
  subjectOf,
} from './record-facts.ts'
import {
  SHIPPING,
  shippingIn,
  shippingSeveralIn,
  shipWords,
  whyNoCarton,
  whyNotSeveral,
} from './ship-sentence.ts'

/** What may follow the verb of a command, and what then happens. */
export interface CommandSentence {
  /** Verbs that name the command only together with codes: alone they are words to search for. */
  verbs?: readonly string[]
  arguments: readonly Argument[]
  /** The same with the cartons of a business, at all branches, in place of the presets. */
  argumentsIn?(cartons: readonly Carton[]): readonly Argument[]
  /** What Enter leads to, in one sentence with the values; null without a record. */
  says(spoken: Spoken, given: Given, today: string): string | null
  /** The title of the command with these values. */
  title?(given: Given): string
  /** Why it is not possible with these values; null if it is. */
  refusal?(spoken: Spoken, given: Given): string | null
  /** Why it is not carried out before its dialog or screen was looked at; null if it may be, or if Enter does all. */
  asks: string | null
  /** Whether it acts on all pages of a list; other commands act on the first one. */
  takesWholeList?: boolean
}

/** The words by which a fact of a kind of record is named. */
function wordsFor(kind: KnownKind): ReadonlyMap<string, string> {
  const named = FACT_NAMES.filter((name) => FACT_READERS[kind][name] !== undefined).map((name) => {
    const { noun, plural, words } = FACTS[name]
    return [name, [name, noun, plural, ...words]] as const
  })
  return byWords(Object.fromEntries(named))
}

/** Copies facts of one record or of several. */
function copying<Kind extends KnownKind>(
  kind: Kind,
  recordsIn: (spoken: Spoken) => readonly Records[Kind][],
): CommandSentence {
  const nameOf = (record: Records[Kind]) => factOf(kind, record, 'code') ?? ''
  const without = (record: Records[Kind], given: Given) =>
    factsIn(given).find((name) => factOf(kind, record, name) === null)
  return {
    arguments: [{ ...wordOf({ noun: 'what', example: 'phone' }, 'what', wordsFor(kind)), joinedBy: AND }],
    asks: null,
    title: (given) => `Copy ${nouns(factsIn(given), false)}`,
    refusal(spoken, given) {
      const records = recordsIn(spoken)
      const missing = records.map((record) => without(record, given))
      const [first] = missing
      if (records.length === 0 || first === undefined || missing.includes(undefined)) return null
      const subject = records.length === 1 ? `The ${kind} has` : `These ${kind}s have`
      return `${subject} no ${FACTS[first].noun}`
    },
    says(spoken, given) {
      const records = recordsIn(spoken)
      const [only, ...others] = records
      if (!only) return null
      const { text } = copiedOf(kind, records, given)
      const facts = factsIn(given)
      if (others.length === 0)
        return `Copy the ${nouns(facts, false)} of ${nameOf(only)}: ${text.replaceAll(BETWEEN_FACTS, ', ')}`
      const lacking = records.filter((record) => without(record, given) !== undefined).map(nameOf)
      const has = lacking.length === 1 ? 'has' : 'have'
      const all = `${spoken.isFirstPage ? 'the first ' : ''}${counted(records.length, kind)}`
      const count = lacking.length > 0 ? `${records.length - lacking.length} of ${all}` : all
      return `Copy the ${nouns(facts, true)} of ${count}${lacking.length > 0 ? `; ${lacking.join(', ')} ${has} none` : ''}`
    },
  }
}

const SHOWN_FIRST = 'price and courier are shown first'

/** Sends an order: its form and the prices are shown first. */
function shipping(verb: string, verbs: readonly string[]): CommandSentence {
  return {
    verbs,
    arguments: SHIPPING,
    argumentsIn: shippingIn,
    asks: SHOWN_FIRST,
    refusal: ({ order, cartons }, given) => (order ? whyNoCarton(order, given, cartons) : null),
    says: ({ order, orders, cartons }, given) =>
      order && !orders && Object.keys(given).length > 0 ? shipWords(verb, order, given, cartons) : null,
  }
}

/** Saves exactly these records, or a whole list, as a file. */
function exporting(name: KnownKind, recordsIn: (spoken: Spoken) => readonly unknown[]): CommandSentence {
  return {
    verbs: ['csv', 'export', 'export csv', 'csv of', 'export as csv'],
    arguments: [],
    asks: null,
    takesWholeList: true,
    says(spoken) {
      const { length } = recordsIn(spoken)
      return length === 0 ? null : `Save ${counted(length, name)} as a file in CSV`
    },
  }
}

const MAILING: CommandSentence = {
  verbs: ['mail', 'email', 'e-mail', 'write', 'write to'],
  arguments: [textAfter({ noun: 'subject', example: 'about …' }, ['about', 'subject'], 'subject')],
  asks: null,
  says(spoken, given) {
    const [name, subject] = [nameIn(spoken), subjectOf(spoken, given)]
    const about = subject === null ? '' : ` about “${subject}”`
    return name && `Write to ${name}, ${contactOf(spoken, 'email') ?? 'without an e-mail address'}${about}`
  },
}

const CALLING: CommandSentence = {
  verbs: ['call', 'ring', 'dial', 'phone', 'telephone'],
  arguments: [
    wordOf({ noun: 'number', example: 'mobile' }, 'number', byWords({ mobile: FACTS.mobile.words })),
  ],
  asks: null,
  refusal: (spoken, given) =>
    nameIn(spoken) === null || numberIn(spoken, given) !== null
      ? null
      : `${capitalised(nameIn(spoken) ?? '')} has no ${FACTS[given.number === 'mobile' ? 'mobile' : 'phone'].noun}`,
  says(spoken, given) {
    const name = nameIn(spoken)
    return name && `Call ${name}, ${numberIn(spoken, given) ?? 'without a number'}`
  },
}

const PRINTERS: Capability = 'printing'

/** The sentences of commands that open no dialog of an order. */
export const RECORD_SENTENCES = {
  'copy-order': copying('order', ({ orders, order }) => orders ?? listed(order)),
  'copy-consignment': copying(
    'consignment',
    ({ consignments, consignment }) => consignments ?? listed(consignment),
  ),
  'copy-customer': copying('customer', ({ customers, customer }) => customers ?? listed(customer)),
  'export-orders': exporting('order', ({ orders, order }) => orders ?? listed(order)),
  'export-consignments': exporting(
    'consignment',
    ({ consignments, consignment }) => consignments ?? listed(consignment),
  ),
  ship: shipping('Ship', ['freight']),
  'ship-another': shipping('Send another consignment of', []),
  'ship-several': {
    verbs: ['ship', 'freight', 'book', 'consign', 'send', 'dispatch', 'book freight', 'book courier'],
    arguments: shippingSeveralIn(PARCEL_PRESETS),
    argumentsIn: shippingSeveralIn,
    asks: SHOWN_FIRST,
    refusal: (_, given) => whyNotSeveral(given),
    says: ({ orders }) => (orders ? `Show the prices of ${counted(orders.length, 'order')} by rule` : null),
  },
  mail: MAILING,
  call: CALLING,
  'print-labels': {
    arguments: [
      {
        ...textAfter({ noun: 'printer', example: 'on Bench 2' }, ['on', 'printer', 'at'], 'printer'),
        capability: PRINTERS,
      },
    ],
    asks: 'printing cannot be undone',
    says({ consignments, consignment }, { printer }) {
      const codes = (consignments ?? listed(consignment)).map(({ tracking_code }) => tracking_code)
      const [only, ...others] = codes
      if (only === undefined) return null
      const what =
        others.length === 0 ? `label of ${only}` : `labels of ${counted(codes.length, 'consignment')}`
      return `Print the ${what}${typeof printer === 'string' ? ` on the printer “${printer}”` : ''}`
    },
  },
  'delete-consignment': {
    arguments: [],
    asks: null,
    says: ({ consignment }) =>
      consignment ? `Ask whether to delete consignment ${consignment.tracking_code}` : null,
  },
  'new-tab': {
    verbs: ['new tab', 'open new tab', 'open in new tab', 'open in a new tab', 'tab', 'new window'],
    arguments: [],
    asks: null,
    says(spoken) {
      const kind = RECORD_KINDS.find((one) => spoken[one] !== undefined)
      return kind === undefined ? null : `Open the ${kindFacts(kind).name} in a new tab`
    },
  },
  undo: {
    arguments: [],
    asks: null,
    says: ({ undo }) => (undo ? `Undo: ${undo.title}` : null),
  },
} as const satisfies Record<string, CommandSentence>

function listed<One>(one: One | undefined): One[] {
  return one === undefined ? [] : [one]
}

type RecordSentenceName = keyof typeof RECORD_SENTENCES
export type SentenceName = OrderDialogName | RecordSentenceName

function isOfRecord(name: SentenceName): name is RecordSentenceName {
  return Object.hasOwn(RECORD_SENTENCES, name)
}

/** What may follow the verb of a sentence with this back end, and the cartons of its branches. */
export function argumentsOf(
  name: SentenceName,
  capabilities: ReadonlySet<Capability>,
  cartons?: readonly Carton[],
): readonly Argument[] {
  const sentence = sentenceOf(name)
  const declared = (cartons && sentence.argumentsIn?.(cartons)) ?? sentence.arguments
  return declared.filter(({ capability }) => capability === undefined || capabilities.has(capability))
}

/** The sentence of a command. */
export function sentenceOf(name: SentenceName): CommandSentence {
  return isOfRecord(name) ? RECORD_SENTENCES[name] : ofDialog(name)
}

function ofDialog(name: OrderDialogName): CommandSentence {
  const { says, canUndo, ...rest } = ORDER_SENTENCES[name]
  return {
    ...rest,
    // Of several orders, the dialog says more.
    says: ({ order, orders }, given, today) => (order && !orders ? says(order, given, today) : null),
    asks: canUndo ? null : 'it cannot be undone',
  }
}
