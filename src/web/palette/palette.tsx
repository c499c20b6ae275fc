import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterPaint } from '../lib/after-paint.ts'
import { rememberFocus } from '../lib/return-focus.ts'
import { useSteadyPress } from '../lib/steady-press.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { store } from '../state/store.ts'
import { Dialog, DialogClose, DialogContent, DialogTitle } from '../ui/dialog.tsx'
import { SubjectReader, subjectWords } from './actions.ts'
import { useCodeRequest } from './ask-code.ts'
import {
  attemptAtom,
  chosenAtom,
  codeStatusAtom,
  exactMatchAtom,
  groupsAtom,
  liveContextAtom,
  namedRecordsAtom,
  phaseAtom,
  queryAtom,
  rowsAtom,
  sourcesAtom,
  subjectAtom,
} from './current-rows.ts'
import { runPaletteEffect } from './effects.ts'
import { PaletteFooter } from './footer.tsx'
import { PaletteGroups } from './groups.tsx'
import { PaletteInput, PalettePrefixes } from './input.tsx'
import { pickable } from './machine/choice.ts'
import type { Row } from './machine/row.ts'
import { closePalette, dispatch, runEffectsWith } from './palette-store.ts'
import { useRecordReads } from './record-reads.ts'
import { useServerSearch } from './remote.ts'

const rowIdOf = (inside: Element) => inside.closest('[role=option]')?.getAttribute('data-value') ?? null

const onTake = (row: Row, newTab: boolean) =>
  dispatch({ type: 'take', row, where: newTab ? 'new-tab' : 'here' })

/**
 * The command palette: opens records by their codes, finds records and runs commands. Renders the state of
 * `machine/state.ts`, and reports which rows are in the document. Only the markup of cmdk is used (docs/palette.md).
 */
export function Palette() {
  const [returnFocus] = useState(rememberFocus)
  const input = useRef<HTMLInputElement>(null)
  const leave = useCallback(() => {
    input.current?.blur()
    returnFocus()
  }, [returnFocus])
  const sources = useAtomValue(sourcesAtom)
  const subject = useAtomValue(subjectAtom)
  const query = useAtomValue(queryAtom)
  const groups = useAtomValue(groupsAtom)
  const rows = useAtomValue(rowsAtom)
  const chosen = useAtomValue(chosenAtom)
  const codeStatus = useAtomValue(codeStatusAtom)
  const picks = useMemo(() => pickable(groups), [groups])
  const steady = useSteadyPress(rowIdOf)
  usePaletteEffects(leave)
  useServerRequests()
  useLayoutEffect(() => {
    const text = sources?.text ?? null
    dispatch({ type: 'shown', text, chosen: chosen?.id ?? null, picks: picks.map(({ id }) => id) })
  }, [sources?.text, chosen?.id, picks])
  useActiveDescendant(input, chosen)

  return (
    // Radix's modal mode changes inherited styles of the whole page, which takes 30 ms with 200 rows. Instead, the scrim
    // blocks the pointer, the palette handles Tab, and `aria-modal` informs assistive technology.
    <Dialog open modal={false} onOpenChange={closePalette}>
      {createPortal(<div className="fixed inset-0 z-10 bg-scrim" />, document.body)}
      {subject && <SubjectReader record={subject.record} />}
      <DialogContent
        aria-describedby={undefined}
        aria-modal
        className="top-[76px] w-[800px] translate-y-0 max-sm:inset-x-0 max-sm:top-0 max-sm:max-h-dvh max-sm:w-full max-sm:max-w-none max-sm:translate-x-0 max-sm:rounded-none"
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          input.current?.focus()
        }}
        // Else a screen that arrives while a code is typed would close the palette, and the code would be lost.
        onFocusOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          event.preventDefault()
          dispatch({ type: 'key', stroke: { chord: 'Escape', character: null, repeat: false } })
        }}
      >
        <DialogTitle className="sr-only">Command palette</DialogTitle>
        <Command
          label="Command palette"
          shouldFilter={false}
          vimBindings={false}
          disablePointerSelection
          value={chosen?.id ?? 'none'}
          className="flex min-h-0 flex-col"
        >
          <div className="flex h-[52px] shrink-0 items-center gap-2.5 border-b border-line px-4 text-field">
            <Search aria-hidden="true" className="size-[18px] text-fg-3" />
            {subject && (
              <code className="code-block rounded-m bg-surface-2 px-2 py-1">{subject.record.code}</code>
            )}
            <PaletteInput
              ref={input}
              placeholder={subject ? 'Choose an action' : 'Type a code, a name or a command'}
            />
            {!subject && <PalettePrefixes />}
            <DialogClose
              aria-label="Close"
              className="-mr-3 grid size-11 shrink-0 place-items-center sm:hidden"
            >
              <X aria-hidden="true" className="text-fg-3" />
            </DialogClose>
          </div>
          <Command.List
            {...steady}
            label="Results"
            data-waits={sources === null || undefined}
            className="data-waits:h-[508px] max-h-[calc(100dvh-200px)] min-h-0 overflow-y-auto px-1.5 pt-0.5 pb-1.5 empty:hidden max-sm:max-h-none"
          >
            <PaletteGroups
              groups={groups}
              picks={picks}
              text={query.text}
              codeStatus={codeStatus}
              onTake={onTake}
            />
          </Command.List>
        </Command>
        <PaletteFooter
          query={query}
          codeStatus={codeStatus}
          rows={sources && rows}
          message={subject && subjectWords(subject)}
          example={sources?.example ?? null}
        />
      </DialogContent>
    </Dialog>
  )
}

/** Runs the effects of the state machine while the palette is mounted, and reports the paint and the context to it. */
function usePaletteEffects(leave: () => void): void {
  const phase = useAtomValue(phaseAtom)
  useLayoutEffect(() => runEffectsWith((effect) => runPaletteEffect(effect, leave)), [leave])
  useEffect(
    () => (phase === 'opening' ? afterPaint(() => dispatch({ type: 'painted' })) : undefined),
    [phase],
  )
  useLayoutEffect(
    () => store.sub(liveContextAtom, () => dispatch({ type: 'context', ...store.get(liveContextAtom) })),
    [],
  )
  useEffect(
    () =>
      recordIndex.onNews((changes) => {
        const records = new Map(
          [...changes].flatMap(([key, stored]) => (stored ? [[key, stored.record] as const] : [])),
        )
        dispatch({ type: 'changed', records })
      }),
    [],
  )
}

/** Searches the server for the queried text, and requests its code if this browser has not seen it. */
function useServerRequests(): void {
  const query = useAtomValue(queryAtom)
  const known = useAtomValue(exactMatchAtom)
  const attempt = useAtomValue(attemptAtom)
  useServerSearch(query)
  useRecordReads(useAtomValue(namedRecordsAtom))
  useCodeRequest(query, known, attempt)
}

/** Sets `aria-activedescendant`, which cmdk loses when results change. */
function useActiveDescendant(input: React.RefObject<HTMLInputElement | null>, chosen: Row | null): void {
  useLayoutEffect(() => {
    const list = input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-list]')
    const active = chosen ? list?.querySelector(`[cmdk-item][data-value="${CSS.escape(chosen.id)}"]`) : null
    active?.scrollIntoView({ block: 'nearest' })
    for (const element of [input.current, list]) {
      if (active) element?.setAttribute('aria-activedescendant', active.id)
      else element?.removeAttribute('aria-activedescendant')
    }
  }, [input, chosen])
}
