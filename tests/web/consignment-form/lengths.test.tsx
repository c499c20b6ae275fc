import '../api/fake-server.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, showForm, targets, verifyBefore } from './form-on-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  fakeServer.answer(() => ({ body: [] }))
  installation.capabilities = new Set(['courier-lengths'])
})
afterEach(() => {
  installation.capabilities = new Set()
  queryClient.clear()
})

const field = (name: string) => screen.getByRole('textbox', { name })
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
/** The message of a field. */
const message = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
/** The counts that are shown. */
const counts = () => screen.queryAllByText(/^\d+\/\d+$/).map(({ textContent }) => textContent)

test('a field near its limit shows how much of it is used, and keeps its name', () => {
  showForm(PAID)
  expect(counts()).toEqual([])
  write('Name', 'x'.repeat(40))
  expect(counts()).toEqual([])
  write('Name', 'x'.repeat(41))
  write('Instructions or notes', 'y'.repeat(120))
  expect(counts()).toEqual(['41/50', '120/120'])
  expect(field('Name').getAttribute('aria-invalid')).toBeNull()
})

test('a field over its limit says so, keeps the whole text, and stops the request for prices', () => {
  verifyBefore('104823', 'Mere@Example.com')
  showForm(PAID)
  fillParcel()
  expect(targets().consignmentForm?.noOptions).toBeNull()
  const long = 'Leave it behind the second gate. '.repeat(4)
  write('Instructions or notes', long)
  expect(field('Instructions or notes')).toHaveProperty('value', long)
  expect(message('Instructions or notes')).toBe('131 characters, the courier accepts 120.')
  expect(targets().consignmentForm?.noOptions).toBe(
    'Instructions or notes: 131 characters, the courier accepts 120',
  )
  write('Instructions or notes', long.slice(0, 120))
  expect(targets().consignmentForm?.noOptions).toBeNull()
})

test('a street counts street and building by themselves', () => {
  const street = `Level 2, 5 ${'Long '.repeat(9)}Street`
  localStorage.setItem(
    'draft:Mere@Example.com:consignment/104823',
    JSON.stringify({ street, suburb: 'Te Aro', postcode: '6011', address_state: 'manual' }),
  )
  showForm(PAID)
  expect(message('Street')).toBe('53 characters, the courier accepts 50.')
})

test('nothing is counted where no courier limits lengths', () => {
  installation.capabilities = new Set(['book-once'])
  verifyBefore('104823', 'Mere@Example.com')
  showForm(PAID)
  fillParcel()
  write('Instructions or notes', 'x'.repeat(500))
  expect(counts()).toEqual([])
  expect(targets().consignmentForm?.noOptions).toBeNull()
})
