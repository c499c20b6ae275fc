import { PARCEL_PRESETS, presetTitle } from '../src/domain/freight/cartons.ts'
import { type Command, defineCommand, nameKeys } from './engine/command.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Consignment form'

const LAST_ROW = 'A consignment needs at least one parcel'
const NO_ROW = 'Put the cursor into the parcel first'

/** Fills in a carton by its number, which is that of a preset unless the business has cartons of its own. */
function preset<Digit extends 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9>(
  number: Digit,
): Command<`parcels.preset-${Digit}`> {
  const named = PARCEL_PRESETS[number - 1]
  return defineCommand({
    id: `parcels.preset-${number}`,
    title: named ? presetTitle(named) : `Carton ${number}`,
    section,
    icon: 'product',
    keywords: ['preset', 'parcel', 'box', 'size', 'fill in'],
    target: 'parcels',
    keys: [`alt+${number}`],
    fields: 'both',
    hint: { label: 'Cartons', group: 'next', stays: true },
    titleIn({ cartons }) {
      const carton = cartons?.[number - 1]
      return carton ? presetTitle(carton) : null
    },
    offered: ({ cartons }) => offeredWhen(number <= (cartons ?? PARCEL_PRESETS).length),
    blocked: ({ noFilling, cartons }) => noFilling ?? (cartons ? null : 'The cartons have not been loaded'),
    run: (parcels) => parcels.fillPreset(number),
  })
}

/** The commands of the cartons, by their numbers from 1. */
export const CARTON_COMMANDS = [
  'parcels.preset-1',
  'parcels.preset-2',
  'parcels.preset-3',
  'parcels.preset-4',
  'parcels.preset-5',
  'parcels.preset-6',
  'parcels.preset-7',
  'parcels.preset-8',
  'parcels.preset-9',
] as const

const formCommands = [
  nameKeys({
    id: 'consignment-form.next-field',
    title: 'Next field',
    section,
    keys: ['Enter'],
    fields: 'inside',
    hint: { label: 'Next field', group: 'move' },
    offered: ({ targets }) => offeredWhen(targets.consignmentForm !== undefined),
  }),
  nameKeys({
    id: 'parcels.move',
    title: 'Move between the cells',
    section,
    keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'],
    fields: 'inside',
    hint: { label: 'Cells', group: 'move' },
    offered: ({ targets }) => offeredWhen((targets.parcels?.row ?? null) !== null),
  }),
  defineCommand({
    id: 'consignment-form.search-address',
    title: 'Search the address',
    section,
    icon: 'search',
    keywords: ['street', 'verify', 'find'],
    target: 'consignmentForm',
    keys: ['alt+ArrowDown'],
    fields: 'both',
    hint: { label: 'Address', group: 'next' },
    run: (form) => form.searchAddress(),
  }),
  defineCommand({
    id: 'parcels.add',
    title: 'Add item',
    section,
    icon: 'add',
    keywords: ['parcel', 'row', 'package', 'new'],
    target: 'parcels',
    keys: ['shift+Enter'],
    fields: 'both',
    hint: { label: 'Add row', group: 'act' },
    blocked: (parcels) => parcels.locked,
    run: (parcels) => parcels.add(),
  }),
  defineCommand({
    id: 'parcels.remove',
    title: 'Delete item',
    section,
    icon: 'remove',
    keywords: ['parcel', 'row', 'package', 'remove'],
    target: 'parcels',
    keys: ['mod+shift+Backspace'],
    hint: { label: 'Remove row', group: 'act' },
    blocked({ locked, row, rows }) {
      if (locked !== null) return locked
      if (row === null) return NO_ROW
      return rows > 1 ? null : LAST_ROW
    },
    run(parcels) {
      if (parcels.row !== null) parcels.remove(parcels.row)
    },
  }),
  defineCommand({
    id: 'parcels.as-last',
    title: 'Parcels as last time',
    section,
    icon: 'history',
    keywords: ['fill in', 'previous', 'customer', 'again', 'same'],
    target: 'parcels',
    keys: ['alt+0'],
    fields: 'both',
    hint: { label: 'As last time', group: 'next' },
    capability: 'dispatch',
    blocked: (parcels) => parcels.noFilling ?? parcels.noLast,
    run: (parcels) => parcels.fillAsLast(),
  }),
  preset(1),
  preset(2),
  preset(3),
  preset(4),
  preset(5),
  preset(6),
  preset(7),
  preset(8),
  preset(9),
  defineCommand({
    id: 'consignment-form.get-options',
    title: 'Get Freight Options',
    section,
    icon: 'consignment',
    keywords: ['price', 'quote', 'courier', 'book'],
    target: 'consignmentForm',
    keys: ['mod+Enter'],
    hint: { label: 'Get Freight Options', group: 'next', stays: true },
    blocked: (form) => form.noOptions,
    remedy: (form) => (form.unverified ? form.searchAddress : form.enterMissing),
    run: (form) => form.getOptions(),
  }),
  defineCommand({
    id: 'consignment-form.stop-waiting',
    title: 'Stop waiting for the freight options',
    section,
    icon: 'cancel',
    target: 'consignmentForm',
    keys: ['Escape'],
    fields: 'both',
    first: true,
    hint: { label: 'Stop waiting', group: 'next' },
    inPalette: false,
    offered: ({ stopWaiting }) => offeredWhen(stopWaiting !== null),
    run: ({ stopWaiting }) => stopWaiting?.(),
  }),
  defineCommand({
    id: 'parcels.reset',
    title: 'Reset the parcels',
    section,
    icon: 'reset',
    keywords: ['clear', 'empty'],
    target: 'parcels',
    blocked: (parcels) => parcels.locked,
    run: (parcels) => parcels.reset(),
  }),
  defineCommand({
    id: 'parcels.undo-reset',
    title: 'Undo the reset',
    section,
    icon: 'undo',
    keywords: ['bring', 'back', 'restore'],
    target: 'parcels',
    offered: (parcels) => offeredWhen(parcels.undoReset !== null),
    run: (parcels) => parcels.undoReset?.(),
  }),
]

const addressCommands = [
  nameKeys({
    id: 'address.move',
    title: 'Choose an address',
    section,
    keys: ['ArrowUp', 'ArrowDown'],
    layers: ['dialog'],
    fields: 'both',
    hint: { label: 'Choose', group: 'move' },
    offered: ({ targets }) => offeredWhen(targets.addressSearch !== undefined),
  }),
  nameKeys({
    id: 'address.take',
    title: 'Use this address',
    section,
    keys: ['Enter'],
    layers: ['dialog'],
    fields: 'both',
    hint: { label: 'Use', group: 'next' },
    offered: ({ targets }) => offeredWhen(targets.addressSearch !== undefined),
  }),
]

const panel = 'Freight options'

/** The panel handles its digits and arrows (`FreightTarget.press`); these only name them. */
const freightCommands = [
  nameKeys({
    id: 'freight.choose',
    title: 'Choose an option',
    section: panel,
    keys: ['1–9'],
    layers: ['dialog'],
    hint: { label: 'Choose', group: 'move' },
    offered: ({ targets }) => offeredWhen((targets.freight?.options ?? 0) > 0),
  }),
  nameKeys({
    id: 'freight.choose-and-consign',
    title: 'Choose an option and consign',
    section: panel,
    keys: ['shift+1–9'],
    layers: ['dialog'],
    hint: { label: 'Choose and consign', group: 'act' },
    offered: ({ targets }) => offeredWhen((targets.freight?.options ?? 0) > 0),
  }),
  nameKeys({
    id: 'freight.move',
    title: 'Next or previous option',
    section: panel,
    keys: ['ArrowUp', 'ArrowDown'],
    layers: ['dialog'],
    hint: { label: 'Move', group: 'move' },
    offered: ({ targets }) => offeredWhen((targets.freight?.options ?? 0) > 0),
  }),
  nameKeys({
    id: 'freight.unfold',
    title: 'Show or hide what the price is made of',
    section: panel,
    keys: ['ArrowRight', 'ArrowLeft'],
    layers: ['dialog'],
    hint: { label: 'Price parts', group: 'view' },
    offered: ({ targets }) => offeredWhen(targets.freight?.hasParts === true),
  }),
  defineCommand({
    id: 'freight.cheapest',
    title: 'Choose the cheapest',
    section: panel,
    target: 'freight',
    keys: ['b'],
    layers: ['dialog'],
    hint: { label: 'Cheapest', group: 'move' },
    inPalette: false,
    blocked: (freight) => (freight.options > 0 ? null : 'No option to choose'),
    run: (freight) => freight.chooseCheapest(),
  }),
  defineCommand({
    id: 'freight.by-rule',
    title: 'Choose by the courier rule',
    section: panel,
    target: 'freight',
    capability: 'courier-rules',
    keys: ['r'],
    layers: ['dialog'],
    hint: { label: 'By rule', group: 'move' },
    inPalette: false,
    offered: ({ chooseByRule }) => offeredWhen(chooseByRule !== null, 'No courier rule marks an option'),
    run: (freight) => freight.chooseByRule?.(),
  }),
  defineCommand({
    id: 'freight.consign',
    title: 'Consign',
    section: panel,
    target: 'freight',
    keys: ['Enter', 'mod+Enter'],
    layers: ['dialog'],
    fields: 'both',
    hint: { label: 'Consign', group: 'next' },
    inPalette: false,
    blocked: (freight) => freight.blocked,
    run: (freight) => freight.consign(),
  }),
]

export const consignmentFormCommands = [...formCommands, ...addressCommands, ...freightCommands]
