import { getConfig, prettyDOM } from '@testing-library/react'

/**
 * The error of a query that found nothing, with the page. While the query is repeated the page is left out, because
 * printing it costs more than the query; the error of a time-out has it.
 */
export function elementError(message: string | null, container: Element): Error {
  const isRepeated = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const page = isRepeated ? '' : prettyDOM(container)
  const error = new Error([message, page].filter(Boolean).join('\n\n'))
  error.name = 'TestingLibraryElementError'
  return error
}
