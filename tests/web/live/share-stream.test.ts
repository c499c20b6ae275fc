import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareStream } from '../../../src/web/live/share-stream.ts'
import { isLive, notePosition } from '../../../src/web/state/live.ts'
import { readToken, storeToken } from '../../../src/web/state/session.ts'
import { GENEROUS } from '../../time-outs.ts'
import { MERE } from '../state/tokens.ts'

interface OpenedRequest {
  headers: Headers
  send(text: string): void
  end(): void
}

let requests: OpenedRequest[] = []
let status = 200
const tabs: { seen: string[]; close(): void }[] = []

/** Gives a lock to one holder at a time, as the browser does between tabs. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
      const turn = last.then(() => (signal.aborted ? undefined : work()))
      last = turn
      return turn
    },
  }
}

beforeEach(() => {
  requests = []
  status = 200
  storeToken(MERE)
  vi.stubGlobal('navigator', { ...navigator, locks: fakeLocks() })
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: RequestInit) => {
    expect(url).toBe('/api/v1/changes')
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        requests.push({
          headers: new Headers(headers),
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          end: () => controller.close(),
        })
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { status })
  })
  notePosition('feed.7')
})
afterEach(() => {
  for (const { close } of tabs.splice(0)) close()
})

function openTab() {
  const seen: string[] = []
  const close = shareStream('mere@example.com', ({ event, data }) => seen.push(data || (event ?? '')))
  const tab = { seen, close }
  tabs.push(tab)
  return tab
}
const opened = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count), GENEROUS)
const shows = (tab: { seen: string[] }, ...events: string[]) =>
  vi.waitFor(() => expect(tab.seen).toEqual(events), GENEROUS)

test('the first stream opens with the first response of the page and continues after it, with the token in a header', async () => {
  openTab()
  // Shorter than a wait that a user would notice.
  await vi.waitFor(() => expect(requests).toHaveLength(1), 1_000)
  const sent = ['authorization', 'last-event-id', 'x-unattended'].map((name) =>
    requests[0]?.headers.get(name),
  )
  expect(sent).toEqual([`Bearer ${readToken()}`, 'feed.7', 'true'])
})

test('tabs share one stream, and another one continues it when its reader is closed', async () => {
  const first = openTab()
  await opened(1)
  const second = openTab()
  requests[0]?.send('id: feed.8\nevent: change\ndata: [1]\n\n')
  await shows(first, '[1]')
  await shows(second, '[1]')
  expect([requests.length, isLive()]).toEqual([1, true])
  first.close()
  await opened(2)
  expect(requests[1]?.headers.get('last-event-id')).toBe('feed.8')
  requests[1]?.send('id: feed.9\nevent: change\ndata: [2]\n\n')
  await shows(second, '[1]', '[2]')
  expect(first.seen).toEqual(['[1]'])
})

test('a tab that joins after changes is reset, because it may have missed them', async () => {
  const first = openTab()
  await opened(1)
  requests[0]?.send('id: feed.7\nevent: ready\ndata: \n\n')
  await shows(first, 'ready')
  const inTime = openTab()
  requests[0]?.send('id: feed.8\nevent: change\ndata: [1]\n\n')
  await shows(inTime, '[1]')
  await shows(openTab(), 'reset')
})

test('records are not live after the stream is lost', async () => {
  openTab()
  await opened(1)
  requests[0]?.send(':\n\n')
  await vi.waitFor(() => expect(isLive()).toBe(true), GENEROUS)
  requests[0]?.end()
  await vi.waitFor(() => expect(isLive()).toBe(false), GENEROUS)
})

test('a 401 ends the session, and no other stream is opened', async () => {
  status = 401
  openTab()
  await vi.waitFor(() => expect(readToken()).toBeNull(), GENEROUS)
  expect(requests).toHaveLength(1)
})
