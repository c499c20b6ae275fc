import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  cutEvents,
  type OpenedStream,
  readEvents,
  type StreamEvent,
} from '../../../src/web/api/event-stream.ts'
import { SILENT_MS, shareStream, stayConnected, waitAfter } from '../../../src/web/live/share-stream.ts'
import { firstPosition, isLive } from '../../../src/web/state/live.ts'
import { readToken, storeToken } from '../../../src/web/state/session.ts'
import { fc } from '../../properties.ts'
import { GENEROUS } from '../../time-outs.ts'
import { MERE } from '../state/tokens.ts'

describe('one stream for all tabs', () => {
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
    respond('feed.7')
  })

  afterEach(() => {
    for (const { close } of tabs.splice(0)) close()
  })

  /** The page receives a response with a position. */
  function respond(position: string, first = firstPosition) {
    first.note(Promise.resolve(position))
  }

  function openTab(share = shareStream) {
    const seen: string[] = []
    const close = share('mere@example.com', ({ event, data }) => seen.push(data || (event ?? '')))
    const tab = { seen, close }
    tabs.push(tab)
    return tab
  }

  /** Another page, whose first response has a position of its own. */
  async function loadPage() {
    vi.resetModules()
    const share = await import('../../../src/web/live/share-stream.ts')
    const live = await import('../../../src/web/state/live.ts')
    return { open: () => openTab(share.shareStream), firstPosition: live.firstPosition }
  }

  const opened = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count), GENEROUS)

  const shows = (tab: { seen: string[] }, ...events: string[]) =>
    vi.waitFor(() => expect(tab.seen).toEqual(events), GENEROUS)

  test('the first stream opens with the first response of the page and continues after it, with the token in a header', async () => {
    openTab()
    // Shorter than a wait that a user would notice.
    await vi.waitFor(() => expect(requests).toHaveLength(1), GENEROUS)
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

  test('a tab that joins late is reset although the next change reaches it before the answer to its request', async () => {
    const first = openTab()
    await opened(1)
    requests[0]?.send('id: feed.7\nevent: ready\ndata: \n\nid: feed.8\nevent: change\ndata: [1]\n\n')
    await shows(first, 'ready', '[1]')
    const joining = openTab()
    requests[0]?.send('id: feed.9\nevent: change\ndata: [2]\n\n')
    await shows(joining, '[2]', 'reset')
    requests[0]?.send('id: feed.10\nevent: change\ndata: [3]\n\n')
    await shows(joining, '[2]', 'reset', '[3]')
  })

  test.each([
    ['feed.7', ['ready', '[1]']],
    ['feed.6', ['ready', 'reset', '[1]']],
  ])('of tabs that start together, one whose first response was at %s sees %j', async (position, seen) => {
    const other = await loadPage()
    respond(position, other.firstPosition)
    const reader = openTab()
    const follower = other.open()
    await opened(1)
    requests[0]?.send('id: feed.7\nevent: ready\ndata: \n\n')
    await shows(follower, ...seen.slice(0, -1))
    requests[0]?.send('id: feed.8\nevent: change\ndata: [1]\n\n')
    await shows(follower, ...seen)
    expect(reader.seen).toEqual(['ready', '[1]'])
  })

  test('a page follows the stream from its first request on, although a later one is answered first', async () => {
    const page = await loadPage()
    let answer = (_: string | null) => {}
    const refused = Promise.resolve(null)
    const first = new Promise<string | null>((resolve) => {
      answer = resolve
    })
    for (const response of [refused, first, Promise.resolve('feed.9')]) page.firstPosition.note(response)
    page.open()
    answer('feed.8')
    await opened(1)
    expect(requests[0]?.headers.get('last-event-id')).toBe('feed.8')
  })

  test('a tab that has joined is not reset when the stream is lost and continues', async () => {
    openTab()
    const follower = openTab()
    await opened(1)
    requests[0]?.send(':\n\nid: feed.8\nevent: change\ndata: [1]\n\n')
    await shows(follower, '[1]')
    requests[0]?.end()
    await opened(2)
    requests[1]?.send('id: feed.8\nevent: ready\ndata: \n\nid: feed.9\nevent: change\ndata: [2]\n\n')
    await shows(follower, '[1]', 'ready', '[2]')
  })

  test('a tab without a response sees changes, and is reset if its first response then has another position', async () => {
    const slow = await loadPage()
    openTab()
    const follower = slow.open()
    await opened(1)
    requests[0]?.send('id: feed.7\nevent: ready\ndata: \n\nid: feed.8\nevent: change\ndata: [1]\n\n')
    await shows(follower, 'ready', '[1]')
    respond('feed.6', slow.firstPosition)
    await shows(follower, 'ready', '[1]', 'reset')
  })

  test('a tab is reset once by the events of an older version of the console, which do not name the one before', async () => {
    const reader = new BroadcastChannel('changes/mere@example.com')
    const heard = (id: string, data: string) =>
      reader.postMessage({ type: 'heard', event: { id, event: 'change', data } })
    const follower = openTab()
    heard('feed.8', '[1]')
    await shows(follower, '[1]', 'reset')
    heard('feed.9', '[2]')
    await shows(follower, '[1]', 'reset', '[2]')
    reader.close()
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
})

describe('the connection', () => {
  beforeEach(() => void vi.useFakeTimers())

  afterEach(() => void vi.useRealTimers())

  /** A server whose streams the test writes and ends. */
  function connection() {
    const streams: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = []
    const events: (string | null)[] = []
    const ending = new AbortController()
    let answer: 'stream' | 'refused' | 'failed' = 'stream'
    let lost = 0
    const open = async (signal: AbortSignal): Promise<OpenedStream | null> => {
      if (answer === 'refused') return null
      if (answer === 'failed') throw new Error('unreachable')
      return new ReadableStream({
        start(controller) {
          streams.push(controller)
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
    }
    const onEvent = ({ event }: StreamEvent) => void events.push(event)
    const ended = stayConnected({ open, onEvent, onLost: () => (lost += 1) }, ending.signal)
    const settle = () => vi.advanceTimersByTimeAsync(0)
    return {
      streams,
      events,
      ended,
      ending,
      settle,
      lost: () => lost,
      answers(next: typeof answer) {
        answer = next
      },
      async send(text: string) {
        streams.at(-1)?.enqueue(new TextEncoder().encode(text))
        await settle()
      },
    }
  }

  describe('a connection', () => {
    test('reads events, and opens another stream after one has ended', async () => {
      const { streams, events, send, settle, ending, ended, lost } = connection()
      await settle()
      await send('event: ready\ndata: \n\n')
      streams[0]?.close()
      await settle()
      expect([events, lost()]).toEqual([['ready'], 1])
      await vi.advanceTimersByTimeAsync(waitAfter(0, 1))
      expect(streams).toHaveLength(2)
      await send('event: reset\ndata: \n\n')
      expect(events).toEqual(['ready', 'reset'])
      ending.abort()
      await ended
    })

    test('ends when the server refuses it', async () => {
      const { answers, ended, streams, send, settle } = connection()
      await settle()
      answers('refused')
      await send(':\n\n')
      streams[0]?.close()
      await vi.advanceTimersByTimeAsync(waitAfter(0, 1))
      await ended
      expect(streams).toHaveLength(1)
    })

    test('is closed when the server is silent, but not while it sends heartbeats', async () => {
      const { streams, send, settle, lost, ending, ended } = connection()
      await settle()
      await vi.advanceTimersByTimeAsync(SILENT_MS - 1)
      await send(':\n\n')
      await vi.advanceTimersByTimeAsync(SILENT_MS - 1)
      expect([streams.length, lost()]).toEqual([1, 0])
      await vi.advanceTimersByTimeAsync(1)
      expect(lost()).toBe(1)
      ending.abort()
      await ended
    })

    test('is tried again at once when the user returns', async () => {
      const { answers, streams, settle, ending, ended } = connection()
      answers('failed')
      await settle()
      await vi.advanceTimersByTimeAsync(60_000)
      const before = streams.length
      answers('stream')
      window.dispatchEvent(new Event('focus'))
      await settle()
      expect(streams).toHaveLength(before + 1)
      ending.abort()
      await ended
    })
  })

  test.each([
    [0, 0, 500],
    [0, 1, 1_000],
    [3, 1, 8_000],
    [20, 1, 30_000],
  ])('after %i failures, with chance %d, it waits %i ms', (failures, chance, wait) => {
    expect(waitAfter(failures, chance)).toBe(wait)
  })
})

const textOf = ({ id, event, data }: StreamEvent) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`

describe('a stream of events', () => {
  test.each<[string, StreamEvent[], string]>([
    ['', [], ''],
    [':\n\n', [{ id: null, event: null, data: '' }], ''],
    ['id: a.1\nevent: ready\ndata: \n\nid: a', [{ id: 'a.1', event: 'ready', data: '' }], 'id: a'],
    [
      'event: change\ndata: [{"code":"a: b"}]\n\n',
      [{ id: null, event: 'change', data: '[{"code":"a: b"}]' }],
      '',
    ],
  ])('is cut into events: %j', (text, events, rest) => {
    expect(cutEvents(text)).toEqual({ events, rest })
  })

  test('is the same however it is cut into packets, within a character too', async () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\r\uFEFF]/.test(text))
    const anyEvent = fc.record({ id: line, event: line, data: line })
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent), fc.integer({ min: 1, max: 9 }), async (events, size) => {
        const bytes = new TextEncoder().encode(events.map(textOf).join(''))
        const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start(controller) {
            for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
            controller.close()
          },
        })
        const seen: StreamEvent[] = []
        await readEvents(stream, (event) => seen.push(event))
        expect(seen).toEqual(events)
      }),
      { numRuns: 50 },
    )
  })
})
