import { beforeEach, expect, test } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

beforeEach(() => {
  document.body.innerHTML = '<main><h1>Orders</h1><input><div role="grid" tabindex="0"></div></main>'
  element('input').focus()
})

test('leaving a field focuses the rows of the list', () => {
  commandContext().effects.leaveField()
  expect(document.activeElement).toBe(element('[role=grid]'))
})

test('leaving a field without rows, as while a list loads, focuses the heading', () => {
  element('[role=grid]').remove()
  commandContext().effects.leaveField()
  expect(document.activeElement).toBe(element('h1'))
})
