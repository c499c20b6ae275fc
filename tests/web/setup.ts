import './api/fake-server.ts' // must be the first import: axios instances copy its adapter
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { GENEROUS } from '../time-outs.ts'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
skipOwnerStacks()
const reset = resetPage()
afterEach(cleanup)
// The test files of a worker share its page and its modules, so each file resets both when it ends.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // A mock keeps what it was called with, and so whole pages.
  vi.clearAllMocks()
  vi.restoreAllMocks()
  reset()
  // A chunk that is still being loaded would join the old modules to the new ones.
  await vi.dynamicImportSettled()
  vi.resetModules()
})
configure({ asyncUtilTimeout: GENEROUS.timeout, getElementError: elementError })

/**
 * The error of a query that found nothing, with the page. While the query is repeated the page is left out, because
 * printing it costs more than the query; the error of a time-out has it.
 */
function elementError(message: string | null, container: Element): Error {
  const isRepeated = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const page = isRepeated ? '' : prettyDOM(container)
  const error = new Error([message, page].filter(Boolean).join('\n\n'))
  error.name = 'TestingLibraryElementError'
  return error
}

/**
 * Makes React's development build record no stack for each element, which takes a fifth of the time of a test. React
 * itself stops recording after ten thousand elements a second; warnings then lack only the line of the element.
 */
function skipOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, INTERNALS)
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) {
    throw new Error('This version of React counts its owner stacks elsewhere')
  }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
    configurable: true,
  })
}

type Listening = Parameters<typeof window.addEventListener>

/**
 * Remembers the page as it is now. The returned function removes everything added since: listeners of the window,
 * stored values, elements and attributes.
 */
function resetPage(): () => void {
  const { addEventListener } = window
  const added: Listening[] = []
  window.addEventListener = (...listening: Listening) => {
    added.push(listening)
    addEventListener(...listening)
  }
  return () => {
    window.addEventListener = addEventListener
    for (const listening of added) window.removeEventListener(...listening)
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    document.title = ''
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
  }
}
