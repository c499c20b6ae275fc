import { describe, expect, test } from 'vitest'
import { cutEvents, readEvents, type StreamEvent } from '../../../src/web/api/event-stream.ts'
import { fc } from '../../properties.ts'

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
