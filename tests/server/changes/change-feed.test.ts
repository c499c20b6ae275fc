import { describe, expect, it } from 'vitest'
import { ChangeFeed, type FeedEvent } from '../../../src/server/changes/change-feed.ts'

const shown = (events: readonly FeedEvent[]) => events.map(({ event, data }) => data || event)

function feedWith(...notes: string[]) {
  const feed = new ChangeFeed()
  const seen: FeedEvent[] = []
  feed.subscribe((event) => seen.push(event))
  for (const note of notes) feed.publish(note)
  return { feed, seen }
}

describe('a client of the feed', () => {
  it('begins with the present', () => {
    const { feed, seen } = feedWith('a', 'b')
    const [ready] = feed.since(null)
    expect(ready).toEqual({ id: seen[1]?.id, event: 'ready', data: '' })
  })

  it('continues after any event that it received, and after the start', () => {
    const feed = new ChangeFeed()
    const ids = [feed.since(null)[0]?.id ?? '']
    feed.subscribe(({ id }) => ids.push(id))
    for (const note of ['a', 'b', 'c']) feed.publish(note)
    const after = ids.map((id) => shown(feed.since(id)))
    expect(after).toEqual([['ready', 'a', 'b', 'c'], ['ready', 'b', 'c'], ['ready', 'c'], ['ready']])
  })

  it('must start anew after an event that is no longer kept', () => {
    const { feed, seen } = feedWith(...Array.from({ length: 1_002 }, (_, index) => String(index)))
    const [first, second] = seen
    expect(shown(feed.since(first?.id ?? ''))).toEqual(['reset'])
    expect(feed.since(second?.id ?? '')).toHaveLength(1_001)
  })

  it('must start anew with an id of another process, an earlier start or nonsense', () => {
    const { seen } = feedWith('a')
    for (const id of [seen[0]?.id ?? '', '', 'nonsense', '1']) {
      expect(shown(feedWith('a').feed.since(id))).toEqual(['reset'])
    }
  })

  it('must start anew when the feed may have missed changes', () => {
    const { feed, seen } = feedWith('a')
    feed.reset()
    feed.publish('b')
    expect(shown(seen)).toEqual(['a', 'reset', 'b'])
    const [before, reset] = seen
    expect(shown(feed.since(before?.id ?? ''))).toEqual(['reset'])
    expect(shown(feed.since(reset?.id ?? ''))).toEqual(['ready', 'b'])
  })

  it('receives nothing after it has left', () => {
    const feed = new ChangeFeed()
    const seen: FeedEvent[] = []
    const leave = feed.subscribe((event) => seen.push(event))
    leave()
    feed.publish('a')
    expect(seen).toEqual([])
  })
})
