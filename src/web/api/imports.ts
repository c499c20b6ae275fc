import { queryOptions } from '@tanstack/react-query'
import {
  type CurrentImports,
  discardImport,
  getImports,
  type Import,
  type ImportOptions,
  previewImport,
  stopImport,
  takeImport,
  uploadImport,
} from '../../contract/imports.ts'
import { send, succeed } from './client.ts'
import type { SentFile } from './early-request.ts'
import { queryClient } from './query-client.ts'

/** Milliseconds between requests while an import runs. */
const POLL_MS = 1000

/** Queries of the capability `imports`. Must not be used if the back end lacks it. */
export const importQueries = {
  current: () =>
    queryOptions({
      queryKey: ['imports'],
      queryFn: ({ signal }): Promise<CurrentImports> => send(getImports, { signal }),
      refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
    }),
}

export const readImportsAgain = () =>
  queryClient.invalidateQueries({ queryKey: importQueries.current().queryKey })

/**
 * Sends a file, which the server then reads.
 * @throws CallError with the server's reason; another error if the signal aborts it
 */
export async function sendImport(name: string, file: SentFile, signal: AbortSignal): Promise<Import> {
  return send(uploadImport, { query: { name }, file, signal }).finally(readImportsAgain)
}

/** Has the file read again with other options. @throws CallError with the server's reason */
export async function previewAgain(id: string, options: ImportOptions): Promise<void> {
  await succeed(send(previewImport, { path: { id }, body: options })).finally(readImportsAgain)
}

/** Loads the file as previewed. @throws CallError with the server's reason */
export async function loadImport(id: string, options: ImportOptions): Promise<void> {
  await succeed(send(takeImport, { path: { id }, body: options })).finally(readImportsAgain)
}

/** Stops an import after its present lot. @throws CallError with the server's reason */
export async function stopLoading(id: string): Promise<void> {
  await succeed(send(stopImport, { path: { id } })).finally(readImportsAgain)
}

/** Gives up an import that has loaded nothing. @throws CallError with the server's reason */
export async function abandonImport(id: string): Promise<void> {
  await succeed(send(discardImport, { path: { id } })).finally(readImportsAgain)
}
