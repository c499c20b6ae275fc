import { describe, expect, test } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import type { Availability } from '../../commands/engine/rules.ts'
import type { Targets } from '../../commands/engine/targets.ts'
import { type CommandId, commandById } from '../../commands/index.ts'
import { UNVERIFIED } from '../../src/domain/freight/form-address.ts'
import { contextWith, formTargets, freightTarget } from './example-context.ts'

const stateOf = (id: CommandId, ...context: Parameters<typeof contextWith>) =>
  availability(commandById(id), contextWith(...context))

const READY: Availability = { state: 'ready' }
const HIDDEN: Availability = { state: 'hidden', reason: null }

describe('the consignment form', () => {
  test.each<[CommandId, Partial<Targets>, Availability]>([
    ['consignment-form.search-address', formTargets({ locked: UNVERIFIED }), READY],
    ['consignment-form.get-options', formTargets(), READY],
    [
      'consignment-form.get-options',
      formTargets({}, { noOptions: 'why' }),
      { state: 'blocked', reason: 'why' },
    ],
    ['consignment-form.get-options', {}, HIDDEN],
    ['parcels.add', formTargets(), READY],
    ['parcels.add', formTargets({ locked: UNVERIFIED }), { state: 'blocked', reason: UNVERIFIED }],
    ['parcels.remove', formTargets(), READY],
    [
      'parcels.remove',
      formTargets({ row: null }),
      { state: 'blocked', reason: 'Put the cursor into the parcel first' },
    ],
    [
      'parcels.remove',
      formTargets({ rows: 1 }),
      { state: 'blocked', reason: 'A consignment needs at least one parcel' },
    ],
    ['parcels.remove', formTargets({ locked: UNVERIFIED }), { state: 'blocked', reason: UNVERIFIED }],
    ['parcels.reset', formTargets(), READY],
    ['parcels.undo-reset', formTargets(), HIDDEN],
    ['parcels.undo-reset', formTargets({ undoReset: () => undefined }), READY],
  ])('%s with %o', (id, targets, expected) => expect(stateOf(id, targets)).toEqual(expected))

  test('its keys are named where they work', () => {
    const inCell = formTargets()
    const beside = formTargets({ row: null })
    expect(stateOf('consignment-form.next-field', inCell)).toEqual(READY)
    expect(stateOf('parcels.move', inCell)).toEqual(READY)
    expect(stateOf('parcels.move', beside)).toEqual(HIDDEN)
    expect(stateOf('consignment-form.next-field', {})).toEqual(HIDDEN)
  })

  test('deletes the row with the focus', () => {
    const targets = formTargets({ row: '7' })
    void commandById('parcels.remove').run(contextWith(targets))
    expect(targets.parcels.remove).toHaveBeenCalledWith('7')
  })
})

describe('the freight options', () => {
  test.each<[CommandId, Partial<Targets>, Availability]>([
    ['freight.consign', { freight: freightTarget() }, READY],
    ['freight.consign', { freight: freightTarget({ blocked: 'why' }) }, { state: 'blocked', reason: 'why' }],
    ['freight.cheapest', { freight: freightTarget() }, READY],
    [
      'freight.cheapest',
      { freight: freightTarget({ options: 0 }) },
      { state: 'blocked', reason: 'No option to choose' },
    ],
    ['freight.choose', { freight: freightTarget() }, READY],
    ['freight.choose', { freight: freightTarget({ options: 0 }) }, HIDDEN],
  ])('%s with %o', (id, targets, expected) => {
    expect(stateOf(id, targets, { layer: 'dialog' })).toEqual(expected)
  })

  test('the key that confirms a dialog books the consignment', () => {
    const dialog = {
      title: '',
      confirmLabel: '',
      confirm: () => undefined,
      cancel: () => undefined,
      blocked: null,
    }
    expect(stateOf('dialog.confirm', { dialog })).toEqual(READY)
    expect(stateOf('dialog.confirm', { dialog, freight: freightTarget() })).toEqual(HIDDEN)
  })
})
