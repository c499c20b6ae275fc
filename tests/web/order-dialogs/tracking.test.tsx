import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  actions,
  choices,
  closed,
  confirm,
  field,
  open,
  setUpDialogs,
  shownIn,
  type,
} from './dialog-on-screen.tsx'

setUpDialogs()

describe('tracking', () => {
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
