import type { ExportRequest } from '../../src/contract/exports.ts'
import type { HistoryKind } from '../../src/contract/history.ts'
import type { Offer } from '../../src/domain/orders/order-actions.ts'
import {
  kindFacts,
  RECORD_FACTS,
  type RecordKind,
  type Records,
} from '../../src/domain/records/record-kind.ts'
import type { Given } from '../../src/domain/sentences/arguments.ts'
import type { SentenceName } from '../../src/domain/sentences/command-sentences.ts'
import {
  type Copied,
  callAddress,
  mailAddress,
  type Spoken,
} from '../../src/domain/sentences/record-facts.ts'
import { type Command, defineCommand, type IconName, type Section } from './command.ts'
import type { CommandContext } from './context.ts'
import { offeredWhen, type Rules } from './rules.ts'
import type { TargetName, Targets } from './targets.ts'

/** Whether the record of a kind that commands act on is open on its own screen, and not the active row of a list. */
export function isOpen(kind: RecordKind, { targets }: CommandContext): boolean {
  return targets.record?.kind === kind
}

/** Offered only on the record's own screen. */
export function offeredOpen(kind: RecordKind, context: CommandContext): Offer {
  return offeredWhen(isOpen(kind, context), `Open the ${kindFacts(kind).name} first`)
}

/** The path of a tab of a record. On the record's own screen it keeps the id in the current address. */
export function tabPath<Kind extends RecordKind>(
  kind: Kind,
  record: Records[Kind],
  context: CommandContext,
  tab: string,
): string {
  const open = isOpen(kind, context) ? context.targets.record : undefined
  return open?.tab?.(tab) ?? context.places.record(kind, kindFacts(kind).id(record), tab)
}

interface TabParts<Tab extends string> {
  tab: Tab
  title: string
  icon: IconName
  keywords: readonly string[]
  verbs: readonly string[]
  key: string
  /** Label in the hint bar. */
  hint: string
  /** Whether it is not offered for the active row of a list. */
  openOnly?: boolean
  hiddenWith?: readonly TargetName[]
  keysYieldTo?: readonly TargetName[]
}

interface CopyParts<Kind extends RecordKind> {
  /** The selected records of the kind, if more than one can be selected. */
  selected?(targets: Partial<Targets>): readonly Targets[Kind][] | undefined
  /** What may be copied instead of the code. */
  sentence?: SentenceName
  /** What is copied of records. Default: their codes. */
  copied?(records: readonly Targets[Kind][], given: Given): Copied
}

interface ExportParts<Kind extends RecordKind> {
  selected(targets: Partial<Targets>): readonly Targets[Kind][] | undefined
  sentence: SentenceName
  /** The export of exactly these records. */
  exported(records: readonly Targets[Kind][]): ExportRequest
}

/** Commands that all kinds of record share: open the record, show its tabs, copy its code, open it in a new tab. */
export function recordCommandsOf<Kind extends RecordKind>(kind: Kind) {
  const { section } = RECORD_FACTS[kind]
  return {
    open: () => openCommand(kind, section),
    showTab: <Tab extends string>(parts: TabParts<Tab>) => tabCommand(kind, section, parts),
    showDetails: (verbs: readonly string[], hiddenWith: readonly TargetName[] = []) =>
      tabCommand(kind, section, {
        tab: 'details',
        title: 'Show details',
        icon: RECORD_FACTS[kind].icon,
        keywords: ['tab'],
        verbs: ['details', 'detail', ...verbs],
        key: 'd',
        hint: 'Details',
        openOnly: true,
        hiddenWith,
        // Its key deletes the label that the notice of a stopped order is about.
        keysYieldTo: ['stoppedParcel'],
      }),
    copyCode: (parts: CopyParts<Kind> = {}) => copyCommand(kind, section, parts),
    exportCsv: (parts: ExportParts<Kind>) => exportCommand(kind, section, parts),
    openInNewTab: () => newTabCommand(kind, section),
  }
}

function openCommand<Kind extends RecordKind>(kind: Kind, section: Section): Command<`${Kind}.open`> {
  const { name, id } = kindFacts(kind)
  return defineCommand({
    id: `${kind}.open`,
    title: `Open ${name}`,
    section,
    icon: RECORD_FACTS[kind].icon,
    target: kind,
    // The palette lists the record itself.
    inPalette: false,
    offered: (_, context) => offeredWhen(!isOpen(kind, context)),
    run: (record, { effects, places }) => effects.navigate(places.record(kind, id(record))),
  })
}

function tabCommand<Kind extends RecordKind, Tab extends string>(
  kind: Kind,
  section: Section,
  { tab, key, hint, openOnly = false, ...rest }: TabParts<Tab>,
): Command<`${Kind}.${Tab}`> {
  return defineCommand({
    ...rest,
    id: `${kind}.${tab}`,
    section,
    target: kind,
    keys: [key],
    hint: { label: hint, group: 'view' },
    offered: (_, context) =>
      // A record that the palette names is not in a list.
      openOnly && context.targets.list ? offeredOpen(kind, context) : offeredWhen(true),
    run: (record, context) => context.effects.navigate(tabPath(kind, record, context, tab)),
  })
}

function copyCommand<Kind extends RecordKind>(
  kind: Kind,
  section: Section,
  { selected, sentence, copied }: CopyParts<Kind>,
): Command<`${Kind}.copy-code`> {
  const { name, code, codeName, codeWords, lists } = kindFacts(kind)
  const copy = (records: readonly Targets[Kind][], { effects, typed }: CommandContext) => {
    const what = typed?.given && copied?.(records, typed.given)
    return what ? effects.copy(what.text, what.words) : effects.copy(records.map(code).join('\n'))
  }
  return defineCommand({
    title: `Copy ${codeName}`,
    keywords: ['clipboard', ...codeWords],
    // This key copies the code of the active row in a list on its screen.
    hiddenWith: lists,
    verbs: ['copy', 'copy code', 'export'],
    id: `${kind}.copy-code`,
    section,
    icon: 'copy',
    target: kind,
    keys: ['y'],
    hint: { label: 'Copy code', group: 'view' },
    ...(sentence && { sentence }),
    ...(selected && {
      bulk: {
        title: 'Copy codes',
        noun: name,
        selected,
        run: copy,
      },
    }),
    run: (record, context) => copy([record], context),
  })
}

/** The message if a list, or records named in the palette, cannot be saved as a file. */
export const EXPORT_FAILED = 'The list could not be exported.'

/** Saves records as a file. Lists have a command for it; this one is named with a list or with codes. */
function exportCommand<Kind extends RecordKind>(
  kind: Kind,
  section: Section,
  { selected, sentence, exported }: ExportParts<Kind>,
): Command<`${Kind}.export`> {
  const { name, plural } = kindFacts(kind)
  const title = `Export ${plural}`
  const save = (records: readonly Targets[Kind][], { effects, typed }: CommandContext) =>
    effects.exportCsv(typed?.whole ?? exported(records))
  return defineCommand({
    id: `${kind}.export`,
    sentence,
    title,
    section,
    icon: 'export',
    target: kind,
    inPalette: false,
    capability: 'csv',
    failure: EXPORT_FAILED,
    run: (one, context) => save([one], context),
    bulk: { title, noun: name, selected, run: save },
  })
}

function newTabCommand<Kind extends RecordKind>(
  kind: Kind,
  section: Section,
): Command<`${Kind}.open-in-new-tab`> {
  const { name, id } = kindFacts(kind)
  return defineCommand({
    id: `${kind}.open-in-new-tab`,
    sentence: 'new-tab',
    title: `Open ${name} in another tab`,
    section,
    icon: RECORD_FACTS[kind].icon,
    keywords: ['window', 'browser'],
    target: kind,
    run: (record, { effects, places }) => effects.openInNewTab(places.record(kind, id(record))),
  })
}

type ContactKind = 'order' | 'customer'

interface ContactParts<Kind extends ContactKind> {
  section: Section
  /** What a sentence calls the record. */
  spoken(record: Targets[Kind]): Spoken
  blocked?(record: Targets[Kind], context: CommandContext): string | null
}

/** Opens the mail program with a message to a customer, or to that of an order. */
export function mail<Kind extends ContactKind>(
  kind: Kind,
  { section, spoken, ...rules }: ContactParts<Kind>,
): Command<`${Kind}.mail`> {
  return defineCommand({
    ...rules,
    id: `${kind}.mail`,
    sentence: 'mail',
    title: 'Write an e-mail',
    section,
    icon: 'email',
    keywords: ['mail', 'message', 'customer', 'contact'],
    target: kind,
    offered: (record) =>
      offeredWhen(mailAddress(spoken(record), {}) !== null, `The ${kind} has no e-mail address`),
    run(record, { effects, typed }) {
      const address = mailAddress(spoken(record), typed?.given ?? {})
      if (address !== null) effects.openProgram(address)
    },
  })
}

/** Opens the dialer with the number of a customer, or of that of an order. */
export function call<Kind extends ContactKind>(
  kind: Kind,
  { section, spoken, ...rules }: ContactParts<Kind>,
): Command<`${Kind}.call`> {
  return defineCommand({
    ...rules,
    id: `${kind}.call`,
    sentence: 'call',
    title: 'Call',
    section,
    icon: 'customer',
    keywords: ['phone', 'ring', 'dial', 'customer', 'contact', 'mobile'],
    target: kind,
    offered: (record) =>
      offeredWhen(callAddress(spoken(record), {}) !== null, `The ${kind} has no phone number`),
    run(record, { effects, typed }) {
      const address = callAddress(spoken(record), typed?.given ?? {})
      if (address !== null) effects.openProgram(address)
    },
  })
}

/** Opens the next order to ship, from the screen of an order or of its consignment. */
export function shipNext<Kind extends 'order' | 'consignment'>(
  kind: Kind,
  section: Section,
  orderOf: (record: Targets[Kind]) => string,
): Command<`${Kind}.next-to-ship`> {
  return defineCommand({
    id: `${kind}.next-to-ship`,
    title: 'Next order to ship',
    section,
    icon: 'next',
    keywords: ['oldest', 'ready', 'packed', 'following'],
    verbs: ['next order', 'ship next'],
    target: kind,
    // In a list, this key shows new rows.
    hiddenWith: ['list'],
    keys: ['n'],
    // On an order, its own actions are next.
    hint: { label: 'Next to ship', group: kind === 'consignment' ? 'next' : 'move' },
    capability: 'dispatch',
    leads: true,
    offered: (_, context) => offeredOpen(kind, context),
    async run(record, { targets, effects, places }) {
      const { code, outside } = await effects.nextToShip(orderOf(record))
      const here = effects.openRecord()
      // The user has opened another screen in the meantime.
      if (here?.kind !== targets.record?.kind || here?.code !== targets.record?.code) return
      const path = (next: string) => places.record('order', next, 'freight')
      // A consignment is a step of the order that it was booked for.
      if (code !== null) effects.navigate(path(code), kind === 'order' ? 'adjacent' : 'onward')
      else if (outside === null) effects.notify('info', NONE_TO_SHIP)
      else effects.notify('info', NONE_IN_LIST, { label: `Open order ${outside}`, path: path(outside) })
    },
  })
}

const NONE_TO_SHIP = 'No other order is ready to be shipped'
const NONE_IN_LIST = 'No other order in the list can be shipped now'

/** Opens the history of an order or a consignment. */
export function showHistory<Kind extends HistoryKind>(
  kind: Kind,
  section: Section,
  rules: Pick<Rules<[record: Targets[Kind], context: CommandContext]>, 'blocked'> = {},
): Command<`${Kind}.history`> {
  return defineCommand({
    ...rules,
    id: `${kind}.history`,
    title: 'History',
    section,
    icon: 'history',
    keywords: ['who', 'when', 'changes', 'printed', 'emails', 'events'],
    verbs: ['history', 'audit', 'audit trail'],
    target: kind,
    keys: ['i'],
    capability: 'history',
    run: (record, { effects }) =>
      effects.openDialog({ name: 'history', kind, code: kindFacts(kind).code(record) }),
  })
}
