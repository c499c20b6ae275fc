import type { Import } from '../../contract/imports.ts'
import { refusalOf } from '../api/client.ts'
import { importQueries, sendImport } from '../api/imports.ts'
import { queryClient } from '../api/query-client.ts'
import { next, type Transition } from '../state/machine.ts'
import { privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'

/** The file that this tab sends to the server. */
export type Upload =
  /** `refusal`: why the last file was not taken, a sentence; null if it was, or there was none. */
  { phase: 'idle'; refusal: string | null } | { phase: 'sending'; name: string; size: number; sent: number }

type ChosenFile = Pick<File, 'name' | 'size'>

export type UploadEvent<One extends ChosenFile = ChosenFile> =
  | { type: 'chosen'; files: readonly One[] }
  /** The number of bytes that have been sent. */
  | { type: 'sent'; bytes: number }
  | { type: 'arrived' }
  | { type: 'failed'; reason: string }
  | { type: 'cancelled' }

export type UploadEffect<One extends ChosenFile = ChosenFile> = { do: 'send'; file: One } | { do: 'abort' }

/** What the console knows of the server. */
interface World {
  /** The import that runs there, of any user. */
  running: Pick<Import, 'by' | 'file_name'> | null
  /** Null until it is known. */
  limitMb: number | null
}

export const NO_UPLOAD: Upload = { phase: 'idle', refusal: null }

const MIB = 1024 * 1024

/** The next state of an upload. */
export function reduceUpload<One extends ChosenFile>(
  upload: Upload,
  event: UploadEvent<One>,
  world: World,
): Transition<Upload, UploadEffect<One>> {
  if (event.type === 'chosen') {
    if (upload.phase === 'sending') return next<Upload>(upload)
    const [file, ...others] = event.files
    if (file === undefined) return next<Upload>(upload)
    const refusal = others.length > 0 ? ONE_AT_A_TIME : refusalOfFile(file, world)
    if (refusal !== null) return next<Upload>({ phase: 'idle', refusal })
    return next<Upload, UploadEffect<One>>(
      { phase: 'sending', name: file.name, size: file.size, sent: 0 },
      { do: 'send', file },
    )
  }
  if (upload.phase === 'idle') return next<Upload>(upload)
  switch (event.type) {
    case 'sent':
      // Progress may also count the head of the request.
      return next<Upload>({ ...upload, sent: Math.min(event.bytes, upload.size) })
    case 'arrived':
      return next(NO_UPLOAD)
    case 'failed':
      return next<Upload>({ phase: 'idle', refusal: event.reason })
    case 'cancelled':
      return next<Upload, UploadEffect<One>>(NO_UPLOAD, { do: 'abort' })
  }
}

const ONE_AT_A_TIME = 'Only one file can be imported at a time. Drop them one after another.'

function refusalOfFile({ name, size }: ChosenFile, { running, limitMb }: World): string | null {
  if (running) return `${running.by} is importing ${running.file_name}. One file is imported at a time.`
  if (size === 0) return `${name} is empty.`
  if (limitMb !== null && size > limitMb * MIB) {
    return `${name} has ${Math.ceil(size / MIB)} MB. A file may have at most ${limitMb} MB.`
  }
  return null
}

export const uploadAtom = privateAtom<Upload>(NO_UPLOAD)

/** Ends the request of the upload that is sent now. */
const sendingAtom = privateAtom<AbortController | null>(null)

/** Stores the next state of the upload, and runs its effects. */
export function dispatchUpload(event: UploadEvent<File>): void {
  const known = queryClient.getQueryData(importQueries.current().queryKey)
  const world = { running: known?.running ?? null, limitMb: known?.limit_mb ?? null }
  const { state, effects } = reduceUpload(store.get(uploadAtom), event, world)
  store.set(uploadAtom, state)
  for (const effect of effects) {
    if (effect.do === 'abort') store.get(sendingAtom)?.abort()
    else void sendFile(effect.file)
  }
}

async function sendFile(content: File): Promise<void> {
  const sending = new AbortController()
  store.set(sendingAtom, sending)
  const onSent = (bytes: number) => dispatchUpload({ type: 'sent', bytes })
  try {
    await sendImport(content.name, { content, onSent }, sending.signal)
    if (!sending.signal.aborted) dispatchUpload({ type: 'arrived' })
  } catch (error) {
    if (sending.signal.aborted) return
    const reason = refusalOf(error).reason ?? 'The file did not reach the server. Try again.'
    dispatchUpload({ type: 'failed', reason })
  }
}
