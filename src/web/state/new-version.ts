import { atom } from 'jotai'
import { installation } from './installation.ts'
import { store } from './store.ts'

/** Whether the server has a newer console than this tab: the shell then offers to reload. */
export const newVersionAtom = atom(false)

/** Compares the `X-Console-Version` of an answer with the version of this page; either may be missing. */
export function noticeVersion(header: unknown): void {
  if (typeof header !== 'string' || header === '' || installation.version === '') return
  if (header !== installation.version) store.set(newVersionAtom, true)
}

/** A chunk of this build that cannot be loaded any more means that another build is served, unless nothing can. */
export function noticeMissingChunk(): void {
  if (navigator.onLine) store.set(newVersionAtom, true)
}
