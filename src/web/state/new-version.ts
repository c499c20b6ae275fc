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
 * Offers to reload after a chunk failed to load, if the server responds: it then no longer has this build. While it
 * does not, a reload would replace the console with an error page of the browser.
 */
export async function noticeMissingChunk(): Promise<void> {
  const responds = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (responds) store.set(newVersionAtom, true)
}
