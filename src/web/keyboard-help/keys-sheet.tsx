import { useRef, useState } from 'react'
import { closeDialog } from '../state/dialogs.ts'
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from '../ui/dialog.tsx'
import { KeysList, KeysTools, moveBetweenLines } from './keys-list.tsx'

/**
 * All keys by section: first the keys that work here; the others are collapsed and show the reason. A search finds
 * both. Keys can be changed here.
 */
export function KeysSheet() {
  const [text, setText] = useState('')
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog open onOpenChange={closeDialog}>
      <DialogContent
        ref={content}
        aria-describedby={undefined}
        closeLabel="Close"
        className="h-[calc(100dvh-72px)] w-[860px] low:h-auto"
        onKeyDown={moveBetweenLines}
        onEscapeKeyDown={(event) => {
          if (content.current?.querySelector('[data-recording]')) event.preventDefault()
        }}
      >
        <DialogHeader className="flex flex-wrap items-center gap-x-4 gap-y-2 pr-14 max-sm:pr-4">
          <DialogTitle>All keys</DialogTitle>
          <KeysTools text={text} onText={setText} />
        </DialogHeader>
        <DialogBody role="region" aria-label="Keys" tabIndex={0}>
          <KeysList text={text} foldOthers />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}
