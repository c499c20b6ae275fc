import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CAPABILITIES } from '../../../src/contract/capabilities.ts'
import type { OrderDialogName } from '../../../src/domain/orders/order-actions.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { closePalette, openPalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { closeDialog } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { actions, confirm } from '../order-dialogs/dialog-on-screen.tsx'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { key } from './on-screen.tsx'

setUpScreens()
setUpNoon()

const CODE = '108856'
const EMAIL = 'hemi@example.com'
const AT = '2026-11-19T20:00:00Z'
const UNPAID = { costs: { total: 292_724 }, customer: { email: EMAIL }, status: 'Ordered' }
const PAID = { ...UNPAID, status: 'Paid', dates: { paid_at: AT } }
const PACKED = { ...PAID, status: 'Ready to ship', dates: { paid_at: AT, ready_at: AT } }
const PICKUP = { ...PACKED, freight: { is_pickup: true } }
const ON_ACCOUNT = { ...UNPAID, customer: { email: EMAIL, terms: 'account' } }
const HELD = { ...PAID, hold: { at: AT, by: 'Mere', reason: 'stock' } }

/** What is typed behind the code, of which order, what the sentence says, and what the server then gets. */
interface Confirmed {
  typed: string
  order: object
  says: string
  sent: readonly (readonly [path: string, body: object])[]
  /** Why mod+Enter only opens the dialog. */
  asks?: string
}

const PAYMENT = { date_paid: '2026-11-19', payment_amount: 292_724, payment_method: 'card', reference: '88' }
const SILENT = { is_pickup: false, send_notification: false }

// PAL-10, PAL-11. The day is Friday 20 November 2026.
const CONFIRMED = {
  'record-payment': {
    typed: 'pay eftpos yesterday ref 88',
    order: UNPAID,
    says: 'Record $2,927.24 for 108856 as card, yesterday, reference 88',
    sent: [['payment', PAYMENT]],
  },
  pack: {
    typed: 'pack saying Ready at dock 2',
    order: PAID,
    says: `Pack 108856 with “Ready at dock 2” to ${EMAIL}`,
    sent: [['ready', { is_pickup: false, send_notification: true, message: 'Ready at dock 2' }]],
  },
  'pack-on-account': {
    typed: 'pack on account no mail',
    order: ON_ACCOUNT,
    says: 'Pack 108856 on account without an e-mail',
    sent: [['ready-on-account', expect.objectContaining(SILENT)]],
  },
  'pay-and-pack': {
    typed: 'pay and pack eftpos yesterday ref 88 no mail',
    order: UNPAID,
    says: 'Record $2,927.24 for 108856 as card, yesterday, reference 88, and pack it without an e-mail',
    sent: [
      ['payment', PAYMENT],
      ['ready', expect.objectContaining(SILENT)],
    ],
  },
  'record-collection': {
    typed: 'collected by Māia O’Brien notes at dock 2',
    order: PICKUP,
    says: 'Record the collection of 108856 by Māia O’Brien, notes “at dock 2”',
    sent: [['collected', { collected_by: 'Māia O’Brien', notes: 'at dock 2' }]],
  },
  'add-tracking': {
    typed: 'tracking titus TTS100200',
    order: PACKED,
    says: 'Mark 108856 as shipped by Titus, tracking code TTS100200',
    sent: [
      [
        'shipped',
        {
          shipping_company: 'titus',
          tracking_code: 'TTS100200',
          tracking_url: '',
        },
      ],
    ],
  },
  'skip-order': {
    typed: 'skip no driver',
    order: PACKED,
    says: 'Skip 108856 until tomorrow: no driver',
    sent: [['skip', { reason: 'no driver' }]],
  },
  'hold-order': {
    typed: 'hold waiting for stock',
    order: PAID,
    says: 'Put 108856 on hold: waiting for stock',
    sent: [['hold', { reason: 'waiting for stock' }]],
  },
  'release-order': {
    typed: 'release stock is here',
    order: HELD,
    says: 'Release 108856: stock is here',
    sent: [['release', { reason: 'stock is here' }]],
  },
  'take-back': {
    typed: 'take back wrong order',
    order: PACKED,
    says: 'Take back the packing of 108856: wrong order',
    sent: [['take-back', { step: 'pack', reason: 'wrong order' }]],
    asks: 'it cannot be undone',
  },
} as const satisfies Record<OrderDialogName, Confirmed>

const { capabilities } = installation

beforeEach(() => {
  // happy-dom has no locks, by which the tabs share the stream of changes.
  installation.capabilities = new Set(CAPABILITIES.filter((name) => name !== 'changes'))
  recordIndex.clear()
})
afterEach(() => {
  act(closeDialog)
  act(closePalette)
  installation.capabilities = capabilities
})

const cases: [name: string, hasCode: boolean, one: Confirmed][] = [
  ...Object.entries(CONFIRMED).map(([name, one]): [string, boolean, Confirmed] => [name, true, one]),
  ['record-payment', false, CONFIRMED['record-payment']],
  // The tracking code may be that of a record, too.
  ['add-tracking', false, CONFIRMED['add-tracking']],
]

test.each(cases)(
  'mod+Enter sends what the sentence of %s says (with a code: %s)',
  async (_, hasCode, one) => {
    const order = orderOf(CODE, one.order)
    fakeServer.answer(({ method, url }) => {
      if (method === 'POST') return { body: { success: true, message: null, step: 'one' } }
      return url.endsWith(`/orders/${CODE}`) ? { body: order } : { body: [] }
    })
    recordIndex.add([orderRecord(order)])
    await openAt(hasCode ? '/orders' : `/orders/${CODE}`)
    if (!hasCode) await screen.findByRole('heading', { name: new RegExp(CODE) })
    await act(async () => openPalette(hasCode ? `${CODE} ${one.typed}` : one.typed))
    const does = () => screen.getByRole('note', { name: 'What Enter does' }).textContent
    await waitFor(() => expect(does()).toContain(one.says))
    expect(does()).toContain(one.asks ?? 'at once')
    expect(actions()).toEqual([])
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByPlaceholderText('Type a code, a name or a command')),
    )
    await key('Enter', { ctrlKey: true })
    if (one.asks) {
      await screen.findByRole('dialog')
      expect(actions()).toEqual([])
      confirm()
    }
    await waitFor(() => expect(actions()).toHaveLength(one.sent.length))
    expect(actions().map(({ url, body }) => [url, body])).toEqual(
      one.sent.map(([path, body]) => [`/api/v1/orders/${CODE}/${path}`, body]),
    )
  },
)
