import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { packedMessage } from '../../../src/domain/orders/order-message.ts'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { orderQueries } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { type Answer, connectionLost, fakeServer } from '../api/fake-server.ts'
import { orderOf, PAID } from '../orders/order-of.ts'
import {
  actions,
  choices,
  closed,
  confirm,
  field,
  OK,
  open,
  orderFor,
  setUpDialogs,
  shownIn,
  type,
} from './dialog-on-screen.tsx'

setUpDialogs()

describe('the dialogs of an order', () => {
  const DIALOGS = [
    {
      name: 'record-payment',
      fields: ['Amount', 'Date paid', 'Method', 'Referenceoptional'],
      title: 'Record payment',
      call: '/payment',
      message: MESSAGES.markPaid,
      label: 'Reference',
      toast: 'Order 104823 paid',
      body: {
        date_paid: '2026-11-20',
        payment_amount: 176302,
        payment_method: 'bank',
        reference: '',
      },
    },
    {
      name: 'pack',
      fields: ['Send notification', 'Message', 'Click & collect'],
      title: 'Pack order items',
      call: '/ready',
      message: MESSAGES.pack,
      label: 'Message',
      toast: 'Order 104823 packed',
      body: { is_pickup: false, send_notification: true, message: packedMessage(PAID, false) },
    },
    {
      name: 'record-collection',
      fields: ['Collected by', 'Notesoptional'],
      title: 'Record collection',
      call: '/collected',
      message: MESSAGES.markCollected,
      label: 'Collected by',
      toast: 'Order 104823 collected',
      fill: ['Notes', 'Two boxes'],
      body: { collected_by: '', notes: 'Two boxes' },
    },
    {
      name: 'add-tracking',
      fields: ['Shipping company', 'Tracking code'],
      title: 'Add tracking info',
      call: '/shipped',
      message: MESSAGES.shippingUpdate,
      label: 'Tracking code',
      toast: 'Order 104823 shipped',
      fill: ['Tracking code', ' ARX000936867\t'],
      body: { shipping_company: 'aramex', tracking_code: 'ARX000936867', tracking_url: '' },
    },
  ] as const

  type Dialog = (typeof DIALOGS)[number]

  /** A dialog fails, shows why, keeps the typed text, and sends it when it is confirmed again. */
  async function failWith(failure: () => Answer, { name, label, message }: Dialog): Promise<void> {
    fakeServer.answer(failure)
    open(name)
    type(label, 'typed')
    confirm()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(MESSAGES.somethingWrong)
    expect(alert.textContent).toContain(message)
    expect(alert.textContent).not.toContain('stack trace')
    expect(shownIn(label)).toBe('typed')
    fakeServer.answer(() => OK)
    confirm()
    await closed()
    expect(JSON.stringify(actions()[0]?.body)).toContain('typed')
  }

  // All dialogs send their action in the same way, so one of them shows how it fails.
  test.each<[name: string, failure: () => Answer]>([
    ['no success flag', () => ({ body: {} })],
    ['success false', () => ({ body: { success: false } })],
    ['an answer nobody can read', () => ({ body: 'gibberish' })],
    ['a breakdown', () => ({ status: 500, body: { message: 'stack trace' } })],
    ['no answer', connectionLost],
  ])('a payment after %s shows the catalogue’s message and keeps the typed text', async (_, failure) => {
    await failWith(failure, DIALOGS[0])
  })

  test.each([404, 422, 429, 503])('a payment refused (%d) with its message shows it once', async (status) => {
    fakeServer.answer(() => ({ status, body: { success: false, message: MESSAGES.markPaid } }))
    open('record-payment')
    confirm()
    const text = MESSAGES.somethingWrong + MESSAGES.markPaid
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  /** Fills in a field of a dialog that has to be, or whose text no other test sends. */
  function fillIn(dialog: Dialog): void {
    if ('fill' in dialog) type(dialog.fill[0], dialog.fill[1])
  }

  // MSG-2, ORD-35
  describe.each(DIALOGS)('$title', (dialog) => {
    const { name, fields, title, call, label, toast, body } = dialog

    // ORD-36, ORD-37, ORD-38, ORD-39
    test('has its fields', () => {
      open(name)
      const labels = screen.getByRole('dialog').querySelectorAll('label')
      expect(Array.from(labels, (one) => one.textContent)).toEqual(fields)
    })

    // KEY-11
    test('sends its defaults, reports success and closes', async () => {
      open(name)
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
      fillIn(dialog)
      confirm()
      await closed()
      expect(actions()[0]).toMatchObject({ method: 'POST', url: `/api/v1/orders/104823${call}` })
      expect(actions()[0]?.body).toEqual(body)
      expect(store.get(toastsAtom).at(-1)).toMatchObject({ tone: 'success', text: toast })
    })

    test('is sent once however often it is confirmed', async () => {
      let answer = () => {}
      const answered = new Promise<typeof OK>((done) => {
        answer = () => done(OK)
      })
      fakeServer.answer(() => answered)
      open(name)
      fillIn(dialog)
      confirm()
      confirm()
      fireEvent.click(screen.getByRole('button', { name: title }))
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
      expect(screen.getByRole('dialog')).toBeTruthy()
      answer()
      await closed()
      expect(actions()).toHaveLength(1)
    })

    test('after a refusal shows the catalogue’s message and keeps the typed text', async () => {
      await failWith(() => ({ status: 409, body: { success: false, message: 'Not ready.' } }), dialog)
    })

    test('keeps the typed text through a reload, and after Cancel only a message', () => {
      open(name)
      type(label, 'typed')
      act(closeDialog)
      act(() => openDialog({ name, order: orderFor(name) }))
      expect(shownIn(label)).toBe('typed')
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(store.get(dialogAtom)).toBeNull()
      act(() => openDialog({ name, order: orderFor(name) }))
      expect(shownIn(label) === 'typed').toBe(label === 'Message')
      expect(actions()).toEqual([])
    })
  })

  test('the server’s reason is shown below the message, or at its field', async () => {
    fakeServer.answer(() => ({
      status: 409,
      body: { success: false, message: 'The order is already paid.' },
    }))
    open('record-payment')
    confirm()
    expect((await screen.findByRole('alert')).textContent).toContain('The order is already paid.')
    fakeServer.answer(() => ({
      status: 400,
      body: { success: false, message: 'The day is in the future.', field: 'date_paid' },
    }))
    confirm()
    await waitFor(() => expect(field('Date paid').getAttribute('aria-invalid')).toBe('true'))
    const [describedBy = ''] = field('Date paid').getAttribute('aria-describedby')?.split(' ') ?? []
    expect(document.getElementById(describedBy)?.textContent).toBe('The day is in the future.')
  })

  // ORD-35
  test.each([
    ['record-payment', 'Reference', 500],
    ['pack', 'Message', 10_000],
    ['record-collection', 'Collected by', 500],
    ['record-collection', 'Notes', 10_000],
    ['add-tracking', 'Tracking code', 500],
    ['hold-order', 'Reason', 500],
    ['skip-order', 'Reason', 500],
    ['take-back', 'Reason', 500],
  ] as const)(
    '%s: a longer %s than %d characters is not sent, and its field says so',
    async (name, label, most) => {
      open(name)
      if (name === 'add-tracking') type('Tracking code', 'A1')
      type(label, 'x'.repeat(most + 1))
      confirm()
      await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'))
      const [describedBy = ''] = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
      expect(document.getElementById(describedBy)?.textContent).toBe(
        `${label}: may have at most ${most} characters.`,
      )
      expect(screen.queryByRole('alert')?.textContent ?? '').not.toContain(MESSAGES.somethingWrong)
      expect(actions()).toEqual([])
      type(label, ` ${'x'.repeat(most)} `)
      confirm()
      await waitFor(() => expect(actions()).not.toEqual([]))
    },
  )

  test.each([
    ['21/11/2026', 'The payment may not be in the future.'],
    ['32/11', 'Enter a date such as 22/11/2026.'],
  ])('a payment on %j is not sent, and its day says why', async (day, reason) => {
    open('record-payment')
    type('Date paid', day)
    confirm()
    await waitFor(() => expect(field('Date paid').getAttribute('aria-invalid')).toBe('true'))
    const [describedBy = ''] = field('Date paid').getAttribute('aria-describedby')?.split(' ') ?? []
    expect(document.getElementById(describedBy)?.textContent).toBe(reason)
    expect(actions()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  // ORD-42: a remembered dialog opens whatever became of its order, and another back end might carry it out.
  test('of a stopped order says why it is not sent', () => {
    const stopped = { ...PAID, status: 'Cancelled' }
    fakeServer.answer(({ method }) => (method === 'POST' ? OK : { body: stopped }))
    open('pack', stopped)
    expect(screen.getByRole('dialog').textContent).toContain('Cancelled in the shop.')
    confirm()
    fireEvent.click(screen.getByRole('button', { name: 'Pack order items' }))
    expect(actions()).toEqual([])
  })

  // KEY-7: until the order is read again, the dialog judges what its screen shows.
  test('is sent at once although an older reading of the order would refuse it', async () => {
    const { queryKey } = orderQueries.detail(PAID.code)
    queryClient.setQueryData(queryKey, orderFor('record-payment'), { updatedAt: 1 })
    fakeServer.answer(({ method }) => (method === 'POST' ? OK : new Promise(() => {})))
    open('pack')
    confirm()
    await waitFor(() => expect(actions()).toHaveLength(1))
  })

  const NO_ADDRESS = 'The order has no e-mail address: the customer is not notified.'

  describe('the message of packing', () => {
    test('is the next field after the initial one, which takes no text', () => {
      open('pack')
      const fields = Array.from(screen.getByRole('dialog').querySelectorAll('input, textarea'))
      expect(fields.slice(0, 2)).toEqual([document.activeElement, field('Message')])
      expect(document.activeElement).toBe(field('Send notification'))
    })

    test('greets a customer who collects the order', async () => {
      const order = { ...PAID, freight: { ...PAID.freight, is_pickup: true } }
      open('pack', order)
      confirm()
      await closed()
      expect(actions()[0]?.body).toEqual({
        is_pickup: true,
        send_notification: true,
        message: packedMessage(order, true),
      })
    })

    test('says that there is no address to send it to', () => {
      const customer = { ...PAID.customer, email: ' ' }
      open('pack', { ...PAID, customer })
      screen.getByText(NO_ADDRESS)
      fireEvent.click(field('Send notification'))
      expect(screen.queryByText(NO_ADDRESS)).toBeNull()
    })

    test('says nothing about an address that there is', () => {
      const customer = { ...PAID.customer, email: 'maia@example.com' }
      open('pack', { ...PAID, customer })
      field('Send notification')
      expect(screen.queryByText(NO_ADDRESS)).toBeNull()
    })

    test('changes with the kind of order until it is edited', () => {
      open('pack')
      expect(shownIn('Message')).toBe(packedMessage(PAID, false))
      fireEvent.click(field('Click & collect'))
      expect(shownIn('Message')).toBe(packedMessage(PAID, true))
      type('Message', 'Come and get it')
      fireEvent.click(field('Click & collect'))
      expect(shownIn('Message')).toBe('Come and get it')
    })
  })

  test('an amount is shown and cannot be changed; it is paid by bank, cash or card', () => {
    open('record-payment')
    expect(choices('Method')).toEqual(['Bank', 'Cash', 'Card'])
    expect(field('Amount').textContent).toBe('$1,763.02')
    expect(field('Amount').tagName).toBe('OUTPUT')
  })

  // ORD-36
  test('shows and sends the current total of an order that is stale in the list', async () => {
    const order = { code: '104823', costs: { subtotal: 160000, tax: 24000, total: 184000 } }
    fakeServer.answer(({ method }) => (method === 'GET' ? { body: order } : OK))
    open('record-payment')
    expect(field('Amount').textContent).toBe('$1,763.02')
    await waitFor(() => expect(field('Amount').textContent).toBe('$1,840.00'))
    confirm()
    await closed()
    expect(actions()[0]?.body).toMatchObject({ payment_amount: 184000 })
  })

  test('an order without a total is not paid with nothing, and its amount says why', () => {
    fakeServer.answer(({ method }) => (method === 'GET' ? { body: { code: '104824' } } : OK))
    open('record-payment', orderOf('104824'))
    confirm()
    expect(screen.getByText('The order has no total.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(actions()).toEqual([])
  })

  describe('an action whose answer is lost', () => {
    const costs = { subtotal: 100, tax: 15, total: 115 }
    const unpaid = orderOf('104830', { status: 'Ordered', costs })
    const paid = orderOf('104830', { status: 'Paid', costs, dates: { paid_at: '2026-11-20T00:00:00Z' } })
    const toasts = () => store.get(toastsAtom).map(({ text }) => text)

    test('is reported as done if the order shows it', async () => {
      let order = unpaid
      fakeServer.answer(({ method }) => {
        if (method !== 'POST') return { body: order }
        order = paid
        return connectionLost()
      })
      open('record-payment', unpaid)
      confirm()
      await closed()
      expect(toasts()).toContain('Order 104830 paid: the answer was lost, but the server has recorded it')
    })

    test('has failed if the order does not', async () => {
      fakeServer.answer((request) => (request.method === 'POST' ? connectionLost() : { body: unpaid }))
      open('record-payment', unpaid)
      confirm()
      expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.markPaid)
    })
  })
})

describe('a tracking code', () => {
  describe('tracking', () => {
    // API-1, ORD-39
    test('is with one of eight companies, Aramex first', () => {
      open('add-tracking')
      expect(choices('Shipping company')).toEqual([
        'Aramex',
        'Castle Parcels',
        'DHL',
        'FedEx',
        'NZ Couriers',
        'NZ Post',
        'Post Haste',
        'Titus',
      ])
      expect(shownIn('Shipping company')).toBe('aramex')
    })

    // ORD-39
    test('says that Titus needs a URL, and can be sent without', async () => {
      open('add-tracking')
      type('Shipping company', 'titus')
      type('Tracking code', 'T1')
      expect(field('Tracking URL').getAttribute('placeholder')).toBe('Required for Titus')
      confirm()
      await closed()
      expect(actions()[0]?.body).toEqual({ shipping_company: 'titus', tracking_code: 'T1', tracking_url: '' })
    })

    test.each(['', ' \t '])(
      'with the code %j is not sent: only the field says so, and has the focus',
      async (code) => {
        open('add-tracking')
        type('Tracking code', code)
        confirm()
        await waitFor(() => expect(field('Tracking code').getAttribute('aria-invalid')).toBe('true'))
        const describedBy = field('Tracking code').getAttribute('aria-describedby') ?? ''
        expect(document.getElementById(describedBy)?.textContent).toBe('Enter a tracking code.')
        expect(actions()).toEqual([])
        // No call failed, so no failed call is reported.
        expect(screen.queryByRole('alert')).toBeNull()
        expect(document.activeElement).toBe(field('Tracking code'))
        type('Tracking code', 'T1')
        expect(field('Tracking code').getAttribute('aria-invalid')).toBeNull()
      },
    )

    test('is sent with the URL that was typed for Titus last', async () => {
      open('add-tracking')
      type('Shipping company', 'titus')
      type('Tracking URL', 'https://track.titus.example/T1')
      type('Shipping company', 'nzpost')
      type('Shipping company', 'titus')
      expect(shownIn('Tracking URL')).toBe('')
      type('Tracking URL', 'https://track.titus.example/T2')
      type('Tracking code', 'T2')
      confirm()
      await closed()
      expect(actions()[0]?.body).toEqual({
        shipping_company: 'titus',
        tracking_code: 'T2',
        tracking_url: 'https://track.titus.example/T2',
      })
    })

    // ORD-39
    test('asks for a URL only for Titus, and drops it with another company', async () => {
      open('add-tracking')
      expect(screen.queryByLabelText('Tracking URL')).toBeNull()
      type('Shipping company', 'titus')
      type('Tracking URL', 'https://track.titus.example/T1')
      type('Shipping company', 'nzpost')
      expect(screen.queryByLabelText('Tracking URL')).toBeNull()
      type('Tracking code', 'CL092594237NZ')
      confirm()
      await closed()
      expect(actions()[0]?.body).toMatchObject({ shipping_company: 'nzpost', tracking_url: '' })
    })
  })

  test('a notification without a message is not sent, and the message says why', () => {
    open('pack')
    type('Message', ' ')
    confirm()
    expect(screen.getByText('Enter a message, or send no notification.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(actions()).toEqual([])
    fireEvent.click(field('Send notification'))
    expect(screen.queryByText('Enter a message, or send no notification.')).toBeNull()
  })
})

// PAL-11
describe('a dialog that was confirmed in the palette', () => {
  const SEEN = orderOf('104823', { costs: { total: 5_750 }, dates: {} })
  const HELD = { hold: { at: '2026-11-20T00:00:00Z', by: 'Mere', reason: 'stock count' } }

  /** Confirms a payment in cash of the order as it was seen, while the server has it with other values. */
  function pay(fields: object): void {
    const newest = orderOf('104823', { costs: { total: 5_750 }, dates: {}, ...fields })
    fakeServer.answer(({ method }) => (method === 'POST' ? OK : { body: newest }))
    open('record-payment', SEEN, { given: { payment_method: 'cash' }, isConfirmed: true })
  }

  test('is sent once the order has been read again and is as it was seen', async () => {
    pay({})
    await closed()
    // The dialog requests the order, too; its own request ends when it is left.
    expect(fakeServer.sent.map(({ method }) => method).slice(0, 3)).toEqual(['GET', 'GET', 'POST'])
    expect(actions()).toMatchObject([{ body: { payment_amount: 5_750, payment_method: 'cash' } }])
  })

  test.each([
    ['on which a hold was set', HELD, 'stock count'],
    ['that was paid', { dates: { paid_at: '2026-11-20T00:00:00Z' } }, 'The order is already paid'],
    ['with another total', { costs: { total: 6_000 } }, 'Record $60.00 for 104823'],
  ])('sends nothing for an order %s, and says so', async (_, fields, reason) => {
    pay(fields)
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(reason))
    expect(await screen.findByText(MESSAGES.markPaid, { exact: false })).toBeTruthy()
    expect(actions()).toEqual([])
  })

  test('sends nothing while the order cannot be read, and everything when it is confirmed there', async () => {
    fakeServer.answer(({ method }) => (method === 'POST' ? OK : connectionLost()))
    open('record-payment', SEEN, { isConfirmed: true })
    await screen.findByText(MESSAGES.markPaid, { exact: false })
    expect(actions()).toEqual([])
    confirm()
    await closed()
    expect(actions()).toHaveLength(1)
  })
})
