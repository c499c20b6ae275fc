import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installation } from '../../../src/web/state/installation.ts'
import { type Answer, fakeServer } from '../api/fake-server.ts'
import { chosen, key, rows, setUpPalette, showTyped, write } from './on-screen.tsx'

setUpPalette()

const { capabilities } = installation
afterAll(() => {
  installation.capabilities = capabilities
})

const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))

// PAL-17
describe('a question', () => {
  beforeAll(() => {
    installation.capabilities = new Set(['answers'])
  })
  const AT = '2026-11-22T01:05:00.000Z'
  const figures = (count: number) => ({ body: { at: AT, count, total: 140_050, branches: [] } })
  /** The server counts orders, and has no records. */
  function serve(answerTo: (parameters: Record<string, string>) => Answer | Promise<Answer>): void {
    fakeServer.answer(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://console')
      return pathname.endsWith('/figures/orders') ? answerTo(Object.fromEntries(searchParams)) : { body: [] }
    })
  }

  test('is answered exactly, with the moment; Enter copies the number, Tab leads to the list', async () => {
    const asked: unknown[] = []
    serve((parameters) => {
      asked.push(parameters)
      return figures(14)
    })
    const copy = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copy } })
    await showTyped('how many unpaid chch')
    await chosenRow(/^Asking the server/)
    await chosenRow(/^14 orders, Unpaid orders · Christchurch · last 30 days · at 22\/11\/2026 14:05/)
    expect(asked).toEqual([{ branch: 'christchurch', daterange: '30days', status: 'unpaid' }])
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toContain('Copy 14')
    await key('Tab')
    await chosenRow(/^Unpaid orders · Christchurch/)
    await write('how many unpaid chch')
    await chosenRow(/^14 orders/)
    await key('Enter')
    await waitFor(() => expect(copy).toHaveBeenCalledWith('14'))
  })

  test('an answer to an older text is not shown, and Enter before an answer copies nothing', async () => {
    const copy = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copy } })
    let answerLate = (_: Answer): void => undefined
    const late = new Promise<Answer>((resolve) => {
      answerLate = resolve
    })
    serve(({ status }) => (status === 'paid' ? late : figures(3)))
    await showTyped('how many paid')
    await chosenRow(/^Asking the server/)
    await key('Enter')
    expect(copy).not.toHaveBeenCalled()
    await write('how many unpaid')
    await chosenRow(/^3 orders/)
    answerLate(figures(99))
    await waitFor(() => expect(chosen()).toMatch(/^3 orders/))
    expect(
      rows()
        .map((row) => row.textContent)
        .join(),
    ).not.toContain('99')
  })
})
