import { describe, expect, test, vi } from 'vitest'
import { availability, yieldsKeys } from '../../commands/engine/command.ts'
import type { Availability } from '../../commands/engine/rules.ts'
import type { BookingTarget, Targets } from '../../commands/engine/targets.ts'
import { COMMANDS, type CommandId, commandById } from '../../commands/index.ts'
import { UNVERIFIED } from '../../src/domain/freight/form-address.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { exampleConsignment, exampleOrder } from '../domain/example-records.ts'
import { contextWith, formTargets, freightTarget, listTarget, recordTarget } from './example-context.ts'

const CODE = 'COC/14 1'
const consignment = exampleConsignment({ tracking_code: CODE, order_code: '104823' })
const open = () =>
  contextWith({
    consignment,
    record: recordTarget(CODE, { kind: 'consignment', back: '/consignments?date=2026-11-20' }),
  })
const row = () => contextWith({ consignment, list: listTarget() })
const PICKED = { dates: { picked_at: '2026-11-20 14:05:00' } }

test('every command about a consignment is named for it', () => {
  const others = COMMANDS.filter(({ id }) => id.startsWith('consignment.') && id !== 'consignment.new')
  expect(others.length).toBeGreaterThan(0)
  expect(others.every(({ target }) => target === 'consignment')).toBe(true)
})

describe('where a consignment is open', () => {
  test('its tabs are there, opening it is not', () => {
    expect(availability(commandById('consignment.details'), open()).state).toBe('ready')
    expect(availability(commandById('consignment.open'), open()).state).toBe('hidden')
  })

  test('tabs are offered if the code in the address is in lower case, and deleting goes back', async () => {
    const record = recordTarget(CODE.toLowerCase(), { kind: 'consignment', back: '/consignments' })
    const context = contextWith({ consignment, record })
    expect(availability(commandById('consignment.details'), context).state).toBe('ready')
    await commandById('consignment.delete').run(context)
    expect(context.effects.navigate).toHaveBeenCalledWith('/consignments')
  })

  test.each([
    ['consignment.labels', `/consignments/${encodeURIComponent(CODE)}?tab=labels`],
    ['consignment.open-order', '/orders/104823'],
  ] as const)('%s goes to %s', async (id, path) => {
    const context = open()
    await commandById(id).run(context)
    expect(context.effects.navigate).toHaveBeenCalledWith(path)
  })

  test.each([' ', '31877'])('one of “%s”, without an order that this system has, says so', (order_code) => {
    const context = contextWith({ consignment: exampleConsignment({ order_code }) })
    expect(availability(commandById('consignment.open-order'), context)).toEqual({
      state: 'blocked',
      reason: 'The consignment has no order',
    })
  })
})

describe('on the row of a list', () => {
  test('its label is one key away; o opens the row and not the order', () => {
    expect(availability(commandById('consignment.labels'), row()).state).toBe('ready')
    expect(availability(commandById('consignment.open-order'), row()).state).toBe('hidden')
    expect(availability(commandById('consignment.details'), row())).toEqual({
      state: 'hidden',
      reason: 'Open the consignment first',
    })
  })
})

describe('deleting', () => {
  const command = commandById('consignment.delete')

  // CON-5
  test('is offered until it is picked up', () => {
    expect(availability(command, open()).state).toBe('ready')
    const gone = contextWith({ consignment: exampleConsignment(PICKED) })
    expect(availability(command, gone)).toEqual({
      state: 'hidden',
      reason: 'The consignment has already been picked up',
    })
  })

  // CON-5
  test('asks first, and has no single key', () => {
    expect(command.question(open())).toEqual({
      title: 'Warning',
      text: 'Are you sure you want to delete this consignment? This is permanent and cannot be undone.',
      subject: `Consignment ${consignment.tracking_code}`,
      confirmLabel: 'Delete',
    })
    expect(command.keys).toEqual([])
    expect(command.failure).toBe(MESSAGES.consignmentDelete)
  })

  test('leaves its screen for the list it came from', async () => {
    const context = open()
    await command.run(context)
    expect(context.effects.deleteConsignment).toHaveBeenCalledWith(consignment)
    expect(context.effects.navigate).toHaveBeenCalledWith('/consignments?date=2026-11-20')
  })

  test.each([
    ['another consignment', recordTarget('COC 2', { kind: 'consignment' })],
    ['an order of that number', recordTarget(CODE)],
    ['no record', null],
  ])('does not move a user who has opened %s in the meantime', async (_, gone) => {
    const context = open()
    vi.mocked(context.effects.openRecord).mockReturnValue(gone)
    await command.run(context)
    expect(vi.mocked(context.effects.notify).mock.calls[0]).toEqual([
      'success',
      `Consignment ${CODE} deleted`,
      null,
      [CODE, '104823'],
    ])
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is blocked for a consignment that is being deleted, and for no other', () => {
    const context = { ...open(), deleting: new Set([CODE]) }
    expect(availability(command, context)).toEqual({
      state: 'blocked',
      reason: 'The consignment is being deleted',
    })
    const other = contextWith({ consignment: exampleConsignment({ tracking_code: 'COC 2' }) })
    expect(availability(command, { ...other, deleting: context.deleting }).state).toBe('ready')
  })

  test('keeps the screen when it is deleted from a list or refused', async () => {
    const inList = row()
    await command.run(inList)
    expect(inList.effects.navigate).not.toHaveBeenCalled()
    const refused = open()
    vi.mocked(refused.effects.deleteConsignment).mockRejectedValue(new Error('manifested'))
    await expect(command.run(refused)).rejects.toThrow()
    expect(refused.effects.navigate).not.toHaveBeenCalled()
    expect(refused.effects.notify).not.toHaveBeenCalled()
  })
})

test('neither a label nor a deletion is offered while it is being deleted', () => {
  const context = contextWith({ consignment: exampleConsignment({ status: 'Being deleted' }) })
  const reason = 'The consignment is being deleted'
  expect(availability(commandById('consignment.print'), context)).toEqual({ state: 'blocked', reason })
  expect(availability(commandById('consignment.delete'), context)).toEqual({ state: 'hidden', reason })
})

describe('tracking', () => {
  test('opens the page beside the console', async () => {
    const context = open()
    vi.mocked(context.effects.trackingPage).mockResolvedValue('https://track.example/1')
    await commandById('consignment.track').run(context)
    expect(context.effects.openInNewTab).toHaveBeenCalledWith('https://track.example/1')
  })

  test('says that there is none', async () => {
    const context = open()
    await commandById('consignment.track').run(context)
    expect(context.effects.openInNewTab).not.toHaveBeenCalled()
    expect(context.effects.notify).toHaveBeenCalledWith('info', 'The consignment has no tracking link')
  })
})

test('c creates a consignment without an order, unless an order has this key; the palette has it there, too', () => {
  const command = commandById('consignment.new')
  const withOrder = contextWith({ order: exampleOrder() })
  expect([availability(command, contextWith()).state, yieldsKeys(command, contextWith())]).toEqual([
    'ready',
    false,
  ])
  expect([availability(command, withOrder).state, yieldsKeys(command, withOrder)]).toEqual(['ready', true])
  const context = contextWith()
  void command.run(context)
  expect(context.effects.navigate).toHaveBeenCalledWith('/consignments/new')
})

describe('several selected consignments', () => {
  const other = exampleConsignment({ tracking_code: 'COC2' })
  const selected = (count = 2) => {
    const consignments = [consignment, ...Array.from({ length: count - 1 }, () => other)]
    return contextWith({ consignment, consignments, list: listTarget() })
  }

  test('have one command that prints their labels as one job, at once', async () => {
    const context = selected()
    expect(commandById('consignment.print').titleIn(context)).toBe('Print labels')
    await commandById('consignment.print').run(context)
    const dialog = { name: 'print-labels', consignments: [consignment, other], isAsked: false }
    expect(context.effects.openDialog).toHaveBeenCalledWith(dialog)
    expect(context.effects.printLabels).not.toHaveBeenCalled()
  })

  test('are at most 500', async () => {
    const context = selected(501)
    await commandById('consignment.print').run(context)
    expect(context.effects.openDialog).not.toHaveBeenCalled()
    expect(context.effects.notify).toHaveBeenCalledWith(
      'info',
      'At most 500 consignments are printed as one job',
    )
  })

  test.each(['consignment.delete', 'consignment.history', 'consignment.track'] as const)(
    'keep %s from acting on the active row',
    (id) => {
      expect(availability(commandById(id), selected())).toEqual({
        state: 'blocked',
        reason: 'One consignment at a time. Clear the selection first.',
      })
    },
  )
})

describe('the labels of today that nobody has printed', () => {
  test('are printed after a question', async () => {
    const context = contextWith()
    vi.mocked(context.effects.awaitingLabels).mockResolvedValue([consignment])
    await commandById('labels.print-awaiting').run(context)
    const dialog = { name: 'print-labels', consignments: [consignment], isAsked: true }
    expect(context.effects.openDialog).toHaveBeenCalledWith(dialog)
  })

  test('may be none, which is said', async () => {
    const context = contextWith()
    await commandById('labels.print-awaiting').run(context)
    expect(context.effects.openDialog).not.toHaveBeenCalled()
    expect(context.effects.notify).toHaveBeenCalledOnce()
  })
})

test('an export has what the list says', async () => {
  const request = { list: 'orders', filter: { codes: '104823' } } as const
  const context = contextWith({ list: listTarget({ exported: () => request }) })
  await commandById('list.export').run(context)
  expect(context.effects.exportCsv).toHaveBeenCalledWith(request)
})

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

const BOOKED = 'COC00014123'
const FORM = '/orders/104823?tab=freight'
const booked = exampleConsignment({ tracking_code: BOOKED, order_code: '104823' })
const label = recordTarget(BOOKED, { kind: 'consignment', back: FORM })
const undo = commandById('booking.undo')
const next = commandById('consignment.next-to-ship')

const booking = (parts: Partial<BookingTarget> = {}): BookingTarget => ({
  code: BOOKED,
  printed: false,
  formPath: FORM,
  over: null,
  ...parts,
})

// ORD-45
test('the consignment of a stopped order is deleted after a question, and `d` is then for nothing else', () => {
  const stopped = commandById('stopped.delete')
  const context = contextWith({ order: exampleOrder(), stoppedParcel: { order: '104811', code: BOOKED } })
  expect(stopped.question(context)).toMatchObject({
    subject: `Consignment ${BOOKED}`,
    confirmLabel: 'Delete',
  })
  expect(yieldsKeys(commandById('order.details'), context)).toBe(true)
})

describe('undoing a booking', () => {
  test('deletes the consignment without a question, and leads back to its form', async () => {
    const context = contextWith({ booking: booking(), consignment: booked, record: label })
    expect([undo.keys, undo.question(context)]).toEqual([['z'], null])
    await undo.run(context)
    expect(context.effects.deleteConsignment).toHaveBeenCalledWith({ tracking_code: BOOKED })
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith(
      'success',
      `Booking of consignment ${BOOKED} undone`,
      null,
      [BOOKED],
    )
    expect(context.effects.navigate).toHaveBeenCalledWith(FORM, 'undone')
  })

  test('leaves a user on another screen where they are, with a link to the form', async () => {
    const context = contextWith({ booking: booking(), record: recordTarget('104999') })
    await undo.run(context)
    expect(context.effects.navigate).not.toHaveBeenCalled()
    const link = { label: 'Open the form', path: FORM }
    expect(context.effects.notify).toHaveBeenCalledWith('success', expect.any(String), link, [BOOKED])
  })

  test('says that a printed label must be thrown away', async () => {
    const context = contextWith({ booking: booking({ printed: true }), record: label })
    await undo.run(context)
    const words = `Throw away the printed label of consignment ${BOOKED}`
    expect(context.effects.notify).toHaveBeenCalledWith('warning', words, null, [BOOKED])
  })

  test('is not possible later, and says why', () => {
    const context = contextWith({ booking: booking({ over: 'Too late' }) })
    expect(availability(undo, context)).toEqual({ state: 'hidden', reason: 'Too late' })
    expect(availability(undo, contextWith()).state).toBe('hidden')
  })

  test('is sent once, and a refusal says the message of the catalogue and goes nowhere', async () => {
    const context = contextWith({ booking: booking(), record: label })
    let refuse = () => {}
    vi.mocked(context.effects.deleteConsignment).mockImplementation(
      () => new Promise((_, reject) => (refuse = () => reject(new Error('no')))),
    )
    const running = undo.run(context)
    expect(availability(undo, { ...context, deleting: new Set([label.code]) }).state).toBe('blocked')
    refuse()
    await expect(running).rejects.toThrow('no')
    expect(undo.failure).toBe(MESSAGES.consignmentDelete)
    expect(context.effects.navigate).not.toHaveBeenCalled()
    expect(availability(undo, context).state).toBe('ready')
  })
})

describe.each([
  ['a consignment', next, { consignment: booked, record: label }, 'onward'],
  [
    'an order',
    commandById('order.next-to-ship'),
    { order: exampleOrder({ code: '104823' }), record: recordTarget('104823') },
    'adjacent',
  ],
] as const)('the next order to ship, on %s', (_, command, targets, move) => {
  test('opens on its freight tab, and keeps where the order before was opened from', async () => {
    const context = contextWith(targets)
    vi.mocked(context.effects.nextToShip).mockResolvedValue({ code: '104900', outside: null })
    await command.run(context)
    expect(command.keys).toEqual(['n'])
    expect(context.effects.nextToShip).toHaveBeenCalledWith('104823')
    expect(context.effects.navigate).toHaveBeenCalledExactlyOnceWith('/orders/104900?tab=freight', move)
  })

  test('is none if no order is ready, which is said', async () => {
    const context = contextWith(targets)
    await command.run(context)
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith(
      'info',
      'No other order is ready to be shipped',
    )
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is offered outside of a list that has no other, and opened only by the user', async () => {
    const context = contextWith(targets)
    vi.mocked(context.effects.nextToShip).mockResolvedValue({ code: null, outside: '104700' })
    await command.run(context)
    const link = { label: 'Open order 104700', path: '/orders/104700?tab=freight' }
    const words = 'No other order in the list can be shipped now'
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith('info', words, link)
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is not opened over another screen that was opened in the meantime', async () => {
    const context = contextWith(targets)
    vi.mocked(context.effects.nextToShip).mockResolvedValue({ code: '104900', outside: null })
    vi.mocked(context.effects.openRecord).mockReturnValue(null)
    await command.run(context)
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is offered on its screen, and not for a row of a list', () => {
    expect(availability(command, contextWith(targets)).state).toBe('ready')
    const { record: _, ...row } = targets
    expect(availability(command, contextWith({ ...row, list: listTarget() })).state).toBe('hidden')
    const elsewhere = contextWith(targets, { capabilities: new Set() })
    expect(availability(command, elsewhere).state).toBe('hidden')
  })
})
