import '../api/fake-server.ts'
import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { Component as NewConsignmentScreen } from '../../../src/web/screens/consignment-form/new-consignment-screen.tsx'
import { ConsignmentDetails } from '../../../src/web/screens/consignments/consignment-details.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
})

function show(element: ReactElement): void {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />, { wrapper: Providers })
}

/** The value that follows a term. */
const fact = (name: string) =>
  screen.getAllByText(name, { selector: 'dt' }).map((term) => term.nextElementSibling?.textContent)

// CON-7
test('a consignment shows its order, status, receiver and tracking events', () => {
  const destination = {
    building: 'Tāmaki Plumbing & Gas',
    contact_name: 'Māia Ngata',
    contact_phone: '09 555 0123',
    contact_email: 'MAIA@EXAMPLE.COM',
    street: '12 Lunn Avenue',
    suburb: 'Mount Wellington',
    region: 'Auckland',
    postcode: '0610',
  }
  const dates = { created_at: '2026-11-20 14:05:00', picked_at: '2026-11-20 16:00:00' }
  show(<ConsignmentDetails consignment={exampleConsignment({ order_code: '104823', dates, destination })} />)
  expect(fact('Reference')).toEqual(['104823'])
  expect(fact('Status')[0]).toContain('Out for delivery')
  const receiver = ['Company', 'Name', 'Phone', 'Email', 'Street', 'Suburb', 'Region', 'Postcode']
  const [company, name, phone, email, ...place] = receiver.map((term) => fact(term)[0])
  expect([company, name, phone, email?.toUpperCase(), ...place]).toEqual(Object.values(destination))
  expect(screen.getByText('Tracking number allocated & order ready')).toBeTruthy()
})

// FRT-1, FRT-6
test('the form of a new consignment has a back link, its purpose, and a hint on missing prices', () => {
  show(<NewConsignmentScreen />)
  expect(screen.getByRole('link', { name: 'Consignments' }).getAttribute('href')).toBe('/consignments')
  screen.getByText(
    "Use this form to create a consignment for an Infusion invoice that isn't yet showing in this system.",
  )
  screen.getByText(
    'Not seeing pricing for every freight company? Delete the suburb, city, and region fields, and then try refreshing the freight options.',
  )
})
