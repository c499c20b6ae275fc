import { describe, expect, test, vi } from 'vitest'
import { availability, defineCommand, nameKeys } from '../../../commands/engine/command.ts'
import { contextWith, listTarget } from '../example-context.ts'

describe('defineCommand', () => {
  const run = vi.fn()
  const onList = defineCommand({
    id: 'list.try',
    title: 'Try',
    section: 'List',
    target: 'list',
    offered: (list) => ({ offered: list.noun === 'orders', reason: 'Only for orders' }),
    blocked: (list) => (list.isEmpty ? 'Nothing there' : null),
    question: (list) => ({ title: 'Sure?', text: list.noun, confirmLabel: 'Yes' }),
    run,
  })

  test('without its target a command is hidden and does nothing', () => {
    expect(availability(onList, contextWith())).toEqual({ state: 'hidden', reason: null })
    expect(onList.question(contextWith())).toBeNull()
    void onList.run(contextWith())
    expect(run).not.toHaveBeenCalled()
  })

  test('a command that is not offered is hidden with its reason, even if it is also blocked', () => {
    const list = listTarget({ noun: 'emails', isEmpty: true })
    expect(availability(onList, contextWith({ list }))).toEqual({
      state: 'hidden',
      reason: 'Only for orders',
    })
  })

  test('blocked, then ready', () => {
    expect(availability(onList, contextWith({ list: listTarget({ isEmpty: true }) }))).toEqual({
      state: 'blocked',
      reason: 'Nothing there',
    })
    expect(availability(onList, contextWith({ list: listTarget() }))).toEqual({ state: 'ready' })
  })

  test('rules and run receive the target and the context', () => {
    const context = contextWith({ list: listTarget() })
    void onList.run(context)
    expect(run).toHaveBeenCalledWith(context.targets.list, context)
    expect(onList.question(context)).toEqual({ title: 'Sure?', text: 'orders', confirmLabel: 'Yes' })
  })

  test('only keys with mod work in fields by default', () => {
    const keyed = (keys: string[]) =>
      defineCommand({ id: 'a.b', title: '', section: 'Console', keys, run: () => undefined }).fields
    expect(keyed(['mod+k'])).toBe('both')
    expect(keyed(['k'])).toBe('outside')
  })

  test('named keys are never offered by the palette nor bound', () => {
    const named = nameKeys({ id: 'menu.try', title: 'Try', section: 'Menu', keys: ['ArrowUp'] })
    expect([named.handledBy, named.inPalette]).toEqual(['widget', false])
    expect(availability(named, contextWith())).toEqual({ state: 'ready' })
  })
})
