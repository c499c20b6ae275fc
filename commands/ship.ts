import { defineCommand, nameKeys } from './engine/command.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Ship station'

interface Noting {
  /** Null if no unknown bar code was scanned. */
  noteBarcode: (() => void | Promise<void>) | null
}

/** Notes an unknown bar code, wherever bar codes of items are scanned. */
export const NOTING = {
  title: 'Note the unknown bar code in Arrivals',
  icon: 'edit',
  first: true,
  capability: 'barcodes',
  hint: { label: 'Note bar code', group: 'act' },
  offered: ({ noteBarcode }: Noting) => offeredWhen(noteBarcode !== null, 'No unknown bar code was scanned'),
  run: ({ noteBarcode }: Noting) => noteBarcode?.(),
} as const

/** Chooses another option of the shown order. The keys also work while the scan field has the focus. */
function moveOption<Id extends string>(id: Id, title: string, key: string, by: 1 | -1) {
  return defineCommand({
    id,
    title,
    section,
    target: 'station',
    keys: [key],
    fields: 'both',
    first: true,
    movement: true,
    hint: { label: 'Courier', group: 'move' },
    inPalette: false,
    offered: ({ options }) => offeredWhen(options > 0),
    run: (station) => station.move(by),
  })
}

// The station's commands take precedence over others with the same keys: it has neither a list nor a record.

/**
 * The scan field handles Enter; this only names it. A command would not know whether the Enter ends a scan.
 */
export const shipCommands = [
  nameKeys({
    id: 'ship.open',
    title: 'Open the scanned or typed order',
    section,
    keys: ['Enter'],
    fields: 'both',
    hint: { label: 'Open', group: 'next' },
    offered: ({ targets }) => offeredWhen(targets.station?.enter === 'open'),
  }),
  nameKeys({
    id: 'ship.book',
    title: 'Book and print, with an empty scan field',
    section,
    keys: ['Enter'],
    fields: 'both',
    hint: { label: 'Book and print', group: 'next' },
    offered: ({ targets }) => offeredWhen(targets.station?.enter === 'book'),
  }),
  nameKeys({
    id: 'ship.price-again',
    title: 'Request the prices again, with an empty scan field',
    section,
    keys: ['Enter'],
    fields: 'both',
    hint: { label: 'Try again', group: 'next' },
    offered: ({ targets }) => offeredWhen(targets.station?.enter === 'price'),
  }),
  nameKeys({
    id: 'ship.confirm-item',
    title: 'Confirm the next item without a code, with an empty scan field',
    section,
    keys: ['Space'],
    fields: 'both',
    hint: { label: 'Confirm item', group: 'act' },
    offered: ({ targets }) => offeredWhen((targets.station?.confirms ?? null) !== null),
  }),
  nameKeys({
    id: 'ship.next-parcel',
    title: 'Begin the next parcel, with an empty scan field',
    section,
    keys: ['Plus'],
    fields: 'both',
    capability: 'parcel-contents',
    hint: { label: 'Next parcel', group: 'act' },
    offered: ({ targets }) => offeredWhen(targets.station?.canBeginParcel === true),
  }),
  defineCommand({ ...NOTING, id: 'ship.note-barcode', section, target: 'station', keys: ['n'] }),
  moveOption('ship.next-option', 'Choose the next freight option', 'ArrowDown', 1),
  moveOption('ship.previous-option', 'Choose the previous freight option', 'ArrowUp', -1),
  defineCommand({
    id: 'ship.freight',
    title: 'Address and parcels of the order',
    section,
    icon: 'edit',
    keywords: ['verify', 'freight', 'edit', 'measure'],
    target: 'station',
    keys: ['alt+ArrowDown'],
    fields: 'both',
    first: true,
    hint: { label: 'Address, parcels', group: 'act' },
    offered: ({ orderCode }) => offeredWhen(orderCode !== null, 'Scan an order first'),
    run({ orderCode }, { effects, places }) {
      if (orderCode !== null) effects.navigate(places.record('order', orderCode, 'freight'))
    },
  }),
  defineCommand({
    id: 'ship.back',
    title: 'Clear the ship station, then leave it',
    section,
    icon: 'back',
    target: 'station',
    keys: ['Escape'],
    fields: 'both',
    first: true,
    hint: { label: 'Back', group: 'move' },
    run({ close }, { effects, places }) {
      if (close) close()
      else effects.navigate(places.list('order'))
    },
  }),
]
