import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenedStream, StreamEvent } from '../../../src/web/api/event-stream.ts'
import { SILENT_MS, stayConnected, waitAfter } from '../../../src/web/live/share-stream.ts'

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
