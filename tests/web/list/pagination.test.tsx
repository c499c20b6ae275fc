import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { Pagination } from '../../../src/web/list/pagination.tsx'

const width = vi.hoisted(() => ({ isNarrow: false }))
vi.mock('../../../src/web/table/use-narrow.ts', () => ({ useNarrow: () => width.isNarrow }))
afterEach(() => {
  width.isNarrow = false
})

function show(page: number, pages: number): void {
  render(
    <MemoryRouter>
      <Pagination page={page} pages={pages} pathOf={(to) => `/orders?page=${to}`} position="Row 9 of 200" />
    </MemoryRouter>,
  )
}

const links = () => screen.getAllByRole('link').map((link) => link.textContent)

// LIST-5
test('of one page has no links', () => {
  show(1, 1)
  expect(links()).toEqual(['1'])
  for (const name of ['Previous', 'Next']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  }
})

// LIST-5
test('on the first of two pages links to the next', () => {
  show(1, 2)
  expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/orders?page=2')
})

test('on the last page links to the previous', () => {
  show(2, 2)
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/orders?page=1')
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
})

// LIST-1
test('shows six pages around the current one, with the first and the gap between', () => {
  show(12, 13)
  expect(screen.getAllByRole('link', { name: /^Page/ }).map((link) => link.textContent)).toEqual([
    '1',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
  ])
  expect(screen.getAllByText('…')).toHaveLength(1)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('12')
})

test('says where the active row is', () => {
  show(1, 1)
  expect(screen.getByText('Row 9 of 200')).toBeTruthy()
})

// LIST-5
test('on a small screen has links without page numbers', () => {
  width.isNarrow = true
  show(2, 13)
  expect(links()).toEqual(['Previous', 'Next'])
})
