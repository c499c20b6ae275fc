import { atom } from 'jotai'
import { installation } from './installation.ts'
import { store } from './store.ts'

/** Whether the server has a newer console than this tab. The shell then offers to reload. */
export const newVersionAtom = atom(false)

/** Compares the `X-Console-Version` of a response with this page's version. Either may be missing. */
export function noticeVersion(header: unknown): void {
  if (typeof header !== 'string' || header === '' || installation.version === '') return
  if (header !== installation.version) store.set(newVersionAtom, true)
}

/**
 * Offers to reload after a chunk failed to load: unless the browser is offline, the server no longer has this
 * build.
 */
export function noticeMissingChunk(): void {
  if (navigator.onLine) store.set(newVersionAtom, true)
}
