import './fake-server.ts'
import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../src/web/api/client.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A screen that uses a list or, like record navigation, observes it without requesting it. */
function Screen({ list, enabled }: { list: ReturnType<typeof listOf>; enabled: boolean }) {
  const { data } = useQuery({ ...list, enabled })
  return <p>{data}</p>
}

function listOf(ask: (signal: AbortSignal) => Promise<string>) {
  return queryOptions({ queryKey: ['list'], queryFn: ({ signal }): Promise<string> => ask(signal) })
}

function show(list: ReturnType<typeof listOf>, enabled: boolean) {
  return (
    <QueryClientProvider client={queryClient}>
      <Screen key={String(enabled)} list={list} enabled={enabled} />
    </QueryClientProvider>
  )
}

test('a loader’s request that the previous screen cancels is repeated', async () => {
  const answers: ((answer: string) => void)[] = []
  const list = listOf((signal) => {
    expect(signal.aborted).toBe(false)
    return new Promise((resolve) => answers.push(resolve))
  })
  queryClient.setQueryData(list.queryKey, 'old')
  const { rerender } = render(show(list, false))
  await queryClient.invalidateQueries({ queryKey: list.queryKey })
  void queryClient.prefetchQuery(list)
  rerender(show(list, true))
  expect(screen.getByText('old')).toBeTruthy()
  await act(async () => {
    for (const answer of answers) answer('new')
  })
  expect(await screen.findByText('new')).toBeTruthy()
})

test('a loader’s request that was refused is not repeated', async () => {
  const ask = vi.fn(() => Promise.reject(new CallError(403, 'no')))
  const list = listOf(ask)
  await queryClient.prefetchQuery(list)
  render(show(list, true))
  await act(async () => undefined)
  expect(ask).toHaveBeenCalledTimes(1)
})

test.each([
  ['never answered', undefined],
  ['answered before', 'old'],
])(
  'a request without a loader that %s and failed is sent again when a component mounts later',
  async (_, old) => {
    const online = vi.fn(() => false)
    const list = listOf(() =>
      online() ? Promise.resolve('new') : Promise.reject(new CallError(403, 'no network')),
    )
    if (old !== undefined) queryClient.setQueryData(list.queryKey, old, { updatedAt: 0 })
    const { unmount } = render(show(list, true))
    await act(async () => undefined)
    unmount()
    online.mockReturnValue(true)
    vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ['Date'] })
    render(show(list, true))
    await screen.findByText('new')
  },
)

test.each([
  ['the window gets the focus', () => window.dispatchEvent(new Event('focus'))],
  ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the network is back', () => ['offline', 'online'].map((name) => window.dispatchEvent(new Event(name)))],
])('visible data is refetched when %s, however recent it is', async (_, happens) => {
  const answers = ['old', 'new']
  const ask = vi.fn(() => Promise.resolve(answers.shift() ?? ''))
  render(show(listOf(ask), true))
  await screen.findByText('old')
  await act(async () => void happens())
  await screen.findByText('new')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a list that failed offline is loaded when the network returns', async () => {
  const online = vi.fn(() => false)
  const list = listOf(() =>
    online() ? Promise.resolve('back') : Promise.reject(new CallError(403, 'no network')),
  )
  render(show(list, true))
  await act(async () => undefined)
  online.mockReturnValue(true)
  await act(async () => {
    for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name))
  })
  await screen.findByText('back')
})
