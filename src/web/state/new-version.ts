import { atom } from 'jotai'
import { installation } from './installation.ts'
import { store } from './store.ts'
import { notify } from './toasts.ts'

/** Whether the server has a newer console than this tab. The shell then offers to reload. */
export const newVersionAtom = atom(false)

/** Compares the `X-Console-Version` of a response with this page's version. Either may be missing. */
export function noticeVersion(header: unknown): void {
  if (typeof header !== 'string' || header === '' || installation.version === '') return
  if (header !== installation.version) store.set(newVersionAtom, true)
}

/**
 * Offers to reload after a chunk failed to load, if the server responds: it then no longer has this build. While it
 * does not, a reload would replace the console with an error page of the browser, so only the failure is shown.
 */
export async function noticeMissingChunk(): Promise<void> {
  if (await serverResponds()) store.set(newVersionAtom, true)
  else notify('error', 'A part of the console could not be loaded. Try again.')
}

/** Whether the server of the console responds. */
export function serverResponds(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
