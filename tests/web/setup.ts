import './api/fake-server.ts' // must be the first import: axios instances copy its adapter
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { GENEROUS } from '../time-outs.ts'
import { skipOwnerStacks } from './owner-stacks.ts'
import { resetPage } from './reset-page.ts'

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
