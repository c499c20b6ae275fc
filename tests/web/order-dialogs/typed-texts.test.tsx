import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { packedMessage } from '../../../src/domain/orders/order-message.ts'
import type { OrderDialogName } from '../../../src/web/screens/order-dialogs/dialog-memory.ts'
import { dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { PAID } from '../orders/order-of.ts'
import { actions, closed, confirm, field, open, setUpDialogs, shownIn, type } from './dialog-on-screen.tsx'

setUpDialogs()

describe('a typed text survives Esc', () => {
  const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  const again = (name: OrderDialogName) => act(() => openDialog({ name, order: PAID }))

  test.each([
    ['pack', 'Message'],
    ['record-collection', 'Notes'],
    ['skip-order', 'Reason'],
  ] as const)('in %s: its %s, and no other field', (name, text) => {
    open(name)
    if (name === 'pack') fireEvent.click(field('Click & collect'))
    if (name === 'record-collection') type('Collected by', 'Tama')
    type(text, 'typed')
    pressEscape()
    expect(store.get(dialogAtom)).toBeNull()
    again(name)
    expect(shownIn(text)).toBe('typed')
    if (name === 'pack') expect(Reflect.get(field('Click & collect'), 'checked')).toBe(false)
    if (name === 'record-collection') expect(shownIn('Collected by')).toBe('')
  })

  test('unless it was deleted: then the standard message is back', () => {
    open('pack')
    type('Message', 'typed')
    pressEscape()
    again('pack')
    type('Message', ' ')
    pressEscape()
    again('pack')
    expect(shownIn('Message')).toBe(packedMessage(PAID, false))
  })

  test('until it is sent', async () => {
    open('pack')
    type('Message', 'typed')
    pressEscape()
    again('pack')
    confirm()
    await closed()
    expect(actions().at(-1)?.body).toMatchObject({ message: 'typed' })
    again('pack')
    expect(shownIn('Message')).toBe(packedMessage(PAID, false))
  })
})

describe('Skip until tomorrow', () => {
  test('names a missing reason at its field, without a call', async () => {
    open('skip-order')
    confirm()
    await screen.findByText('Enter a reason.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(actions()).toEqual([])
  })

  test('sends the reason', async () => {
    open('skip-order')
    type('Reason', ' No stock ')
    confirm()
    await closed()
    expect(actions().map(({ url, body }) => [url.split('/').at(-1), body])).toEqual([
      ['skip', { reason: 'No stock' }],
    ])
    expect(store.get(toastsAtom).at(-1)?.text).toBe('Order 104823 skipped until tomorrow')
  })
})

test.each([
  ['pack', PAID, 'Send notification'],
  ['pay-and-pack', { ...PAID, status: 'Ordered', dates: { ...PAID.dates, paid_at: null } }, 'Date paid'],
] as const)('%s shows the notes of the order before its first field', (name, order, label) => {
  open(name, order)
  const notes = screen.getByRole('note', { name: 'Notes' })
  expect(notes.textContent).toBe('NotesLeave at the woolshed.')
  expect(notes.compareDocumentPosition(field(label)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
