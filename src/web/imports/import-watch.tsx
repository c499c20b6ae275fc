import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { FileUp } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { CurrentImports, Import } from '../../contract/imports.ts'
import { importQueries, stopLoading } from '../api/imports.ts'
import { queryClient } from '../api/query-client.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { runCommand } from '../commands/run.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { closeDialog, dialogAtom, openDialog } from '../state/dialogs.ts'
import { installation } from '../state/installation.ts'
import { privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'
import { notify } from '../state/toasts.ts'
import { Button } from '../ui/button.tsx'
import { percentOf, resultNotices } from './import-words.ts'
import { dispatchUpload, uploadAtom } from './upload.ts'

/** Follows the imports of all desks while the calling component is mounted. */
export function useImports(): void {
  const [isIdle, setIdle] = useState(false)
  useWhenIdle(() => setIdle(true))
  const enabled = isIdle && installation.capabilities.has('imports')
  const { data } = useQuery({ ...importQueries.current(), enabled })
  const running = data?.running
  const stoppable = running?.state === 'loading' && !running.is_stopping ? running : null
  const { id = null, file_name: fileName = '' } = stoppable ?? {}
  useCommandTarget(
    'importRun',
    // Its progress changes each second, and is no matter of the command.
    useMemo(() => (id === null ? null : { fileName, stop: () => stopLoading(id) }), [id, fileName]),
  )
  useEffect(() => {
    if (data?.own) noticeEnd(data.own)
  }, [data])
}

/** The id of the user's import that loads, until its end is reported. */
const followedAtom = privateAtom<string | null>(null)

/** To be called when this tab begins to load an import, which may have ended before it is seen loading. */
export function followImport(id: string): void {
  store.set(followedAtom, id)
}

/** Reports the end of an import that this tab has begun to load, or seen loading. */
function noticeEnd({ id, state, result, failure }: Import): void {
  if (state === 'loading') store.set(followedAtom, id)
  if (state !== 'ended' || store.get(followedAtom) !== id) return
  store.set(followedAtom, null)
  const isShown = store.get(dialogAtom)?.name === 'import'
  const notices = result === null ? [] : resultNotices(id, result)
  const isLoaded = notices.length > 0 && notices.every(({ tone }) => tone !== 'error')
  // The open dialog shows why nothing was loaded.
  if (isShown && !isLoaded) return
  if (isShown) closeDialog()
  for (const { tone, text, link } of notices) notify(tone, text, { link })
  if (failure !== null) notify('error', failure)
}

/** Shows the import of files that were dropped on the console, as if they had been chosen. */
export function takeDroppedFiles(files: File[]): void {
  if (store.get(dialogAtom) === null) openDialog({ name: 'import' })
  dispatchUpload({ type: 'chosen', files })
}

/** The import that runs, or the user's file that waits, as a button that shows it. */
export function ImportStatus() {
  const { data } = useQuery({ ...importQueries.current(), enabled: false }, queryClient)
  const upload = useAtomValue(uploadAtom)
  const words = upload.phase === 'sending' ? `Sending ${upload.name}` : data && statusWords(data)
  if (!words) return null
  return (
    <Button variant="quiet" className="min-w-0 shrink!" onClick={() => runCommand('import.open', 'button')}>
      <FileUp aria-hidden="true" />
      <span className="max-w-[360px] truncate tabular max-sm:sr-only">{words}</span>
    </Button>
  )
}

/** 'Mere Tane imports orders.csv: 45 %'; null if nothing runs or waits. */
function statusWords({ running, own }: CurrentImports): string | null {
  if (running) {
    const percent = percentOf(running)
    const what = running.state === 'loading' ? 'imports' : 'reads'
    const who = running.is_own
      ? running.state === 'loading'
        ? 'Importing'
        : 'Reading'
      : `${running.by} ${what}`
    return `${who} ${running.file_name}${percent === null ? '' : `: ${percent} %`}`
  }
  return own?.state === 'previewed' ? `${own.file_name} is ready to be imported` : null
}
