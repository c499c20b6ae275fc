import { beforeEach, expect, test } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { store } from '../../../src/web/state/store.ts'
import { listTarget } from '../../commands/example-context.ts'

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

beforeEach(() => {
  document.body.innerHTML = '<main><h1>Orders</h1><input><div role="grid" tabindex="0"></div></main>'
  element('input').focus()
})

test.each([
  ['the rows of the list', () => element('[role=grid]').focus(), '[role=grid]'],
  ['the heading, while the list loads', () => undefined, 'h1'],
])('leaving a field focuses %s', (_, focusRows, focused) => {
  store.set(targetsAtom, { list: listTarget({ focusRows }) })
  commandContext().effects.leaveField()
  expect(document.activeElement).toBe(element(focused))
})

test('leaving a field of a screen without a list focuses the heading', () => {
  store.set(targetsAtom, {})
  commandContext().effects.leaveField()
  expect(document.activeElement).toBe(element('h1'))
})
