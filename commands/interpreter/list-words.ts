import type { Capability } from '../../src/contract/capabilities.ts'
import type { OrderCriterionName, OrderFilterName } from '../../src/contract/orders.ts'
import { fold } from '../../src/domain/format/text.ts'
import { CONSIGNMENT_COURIERS, COURIERS } from '../../src/domain/freight/couriers.ts'
import type { ConsignmentFilter } from '../../src/domain/lists/consignment-filter.ts'
import type { FilteredList } from '../../src/domain/lists/filtered-list.ts'
import {
  ORDER_FILTER_NAMES,
  ORDER_FILTERS,
  type OrderFilter,
  QUEUE,
} from '../../src/domain/lists/order-filter.ts'
import { SEARCHED_STATUSES } from '../../src/domain/orders/standing.ts'
import { kindFacts, RECORD_KINDS } from '../../src/domain/records/record-kind.ts'

/** The meaning of a word for a list. */
export interface ListWord {
  list: FilteredList['list']
  /** It names the list itself. */
  isNoun?: boolean
  /**
   * Whether it filters only alone or together with others: towns and names of days are also parts of customers'
   * names.
   */
  isWeak?: boolean
  order?: Partial<OrderFilter>
  consignment?: Partial<ConsignmentFilter>
  /** The criterion of orders that it sets. */
  criterion?: OrderCriterionName
  /** The text to search the list for, because it has no such filter. */
  search?: string
  /** The capability that the filter or the search needs. */
  capability?: Capability
  /** Its meaning without the capability; none by default. */
  otherwise?: ListWord
}

const EMAIL_WORDS = ['emails', 'email', 'mail', 'mails']

const SEARCHES: readonly {
  list: 'order' | 'customer' | 'email'
  search: string
  words: readonly string[]
  capability?: Capability
  otherwise?: ListWord
}[] = [
  { list: 'order', search: 'rural', words: ['rural delivery'] },
  {
    list: 'order',
    search: 'click and collect',
    words: ['click collect', 'click & collect', 'click&collect', 'pickup', 'pickups', 'pick up', 'pick ups'],
  },
  ...Object.entries(SEARCHED_STATUSES).map(([search, words]) => ({
    list: 'order' as const,
    search,
    words,
    capability: 'status-search' as const,
  })),
  {
    list: 'order',
    search: QUEUE,
    words: ['to be packed', 'awaiting packing', 'needs packing', 'packing queue'],
    capability: 'accounts',
    otherwise: { list: 'order', order: { status: 'paid' } },
  },
  { list: 'customer', search: 'stop credit', words: ['on stop', 'credit stop', 'credit hold'] },
  { list: 'email', search: 'bounced', words: ['bounce', 'bounces', 'bouncing', 'undelivered'] },
  { list: 'email', search: 'soft-bounced', words: ['soft bounced', 'soft bounce', 'soft bounces'] },
  { list: 'email', search: 'hard-bounced', words: ['hard bounced', 'hard bounce', 'hard bounces'] },
  // Also a status of orders, which are found with all others by 'stopped'. Of two meanings, the last one counts.
  { list: 'email', search: 'rejected', words: ['rejects'] },
]

/** Initials of two letters are too ambiguous to mean a courier. */
const MIN_INITIALS = 3

/** The words of the filters, by phrase. */
export const LIST_WORDS = new Map<string, ListWord>([
  ...RECORD_KINDS.flatMap((list) => entries(kindFacts(list).listWords, { list, isNoun: true })),
  ...entries(EMAIL_WORDS, { list: 'email', isNoun: true }),
  ...ORDER_FILTER_NAMES.flatMap(filterWords),
  ...CONSIGNMENT_COURIERS.flatMap((provider) => {
    const { label, initials } = COURIERS[provider]
    const marks = initials.length >= MIN_INITIALS ? [initials] : []
    return entries([label, provider, ...marks], { list: 'consignment', consignment: { provider } })
  }),
  ...SEARCHES.flatMap(({ words, ...word }) => entries([word.search, ...words], word)),
])

/** The number of words of the longest phrase that begins with a word. */
export const MOST_WORDS_AFTER = new Map<string, number>()
for (const [first = '', ...others] of Array.from(LIST_WORDS.keys(), (phrase) => phrase.split(' '))) {
  MOST_WORDS_AFTER.set(first, Math.max(MOST_WORDS_AFTER.get(first) ?? 0, 1 + others.length))
}

/** The words of each value of a filter: its label, and others. */
function filterWords<Name extends OrderFilterName>(name: Name): [string, ListWord][] {
  const { choices, values, isWeak } = ORDER_FILTERS[name]
  return choices.flatMap((value) => {
    const { label, words } = values[value]
    const word: ListWord = { list: 'order', order: { [name]: value }, ...(isWeak && { isWeak }) }
    return words === null ? [] : entries([label, ...words], word)
  })
}

/** Phrases as typed: also with hyphens, and in one word. */
function entries(phrases: readonly string[], word: ListWord): [string, ListWord][] {
  return phrases
    .map(fold)
    .flatMap((phrase) => [phrase, phrase.replaceAll(' ', '-'), phrase.replaceAll(' ', '')])
    .map((phrase) => [phrase, word])
}
