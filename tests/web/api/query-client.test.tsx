import './fake-server.ts' // first: see there
import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../src/web/api/client.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'

afterEach(() => queryClient.clear())

/** A screen that uses a list, or knows of it without asking for it, as the trail of a record does. */
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

test('what a loader asked for is asked for again when the screen before drops the answer on its way', async () => {
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

test('what a loader was refused is not asked for again', async () => {
  const ask = vi.fn(() => Promise.reject(new CallError(403, 'no')))
  const list = listOf(ask)
  await queryClient.prefetchQuery(list)
  render(show(list, true))
  await act(async () => undefined)
  expect(ask).toHaveBeenCalledTimes(1)
})
