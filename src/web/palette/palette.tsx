import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { contextFor } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isRecordKind, kindFacts } from '../../domain/records/record-kind.ts'
import { commandContext } from '../commands/context.ts'
import { capsOf } from '../commands/key-text.ts'
import { recentCommandsAtom, runCommand } from '../commands/run.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { focusScreen, rememberFocus } from '../lib/return-focus.ts'
import { useSteadyPress } from '../lib/steady-press.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { recordPath } from '../record-index/record-kinds.ts'
import { store } from '../state/store.ts'
import { Dialog, DialogContent, DialogTitle } from '../ui/dialog.tsx'
import { SubjectReader, subjectWords } from './actions.ts'
import {
  attemptAtom,
  chosenAtom,
  codeStatusAtom,
  exactMatchAtom,
  groupsAtom,
  liveContextAtom,
  namedRecordsAtom,
  paletteWorld,
  phaseAtom,
  picksAtom,
  queryAtom,
  rowsAtom,
  sourcesAtom,
  subjectAtom,
} from './current-rows.ts'
import { PaletteFooter } from './footer.tsx'
import type { CommandRow, Effect, Row, Where } from './machine/state.ts'
import { useRecordReads } from './named-records.ts'
import { PaletteField } from './palette-field.tsx'
import { PaletteGroups } from './palette-groups.tsx'
import { closePalette, dispatch, mountPalette } from './palette-store.ts'
import { useCodeRequest, useServerSearch } from './server-requests.ts'

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
  const picks = useAtomValue(picksAtom)
  const steady = useSteadyPress(rowIdOf)
  usePaletteEffects(leave)
  useServerRequests()
  useShownRows()
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
          <PaletteField input={input} subject={subject} />
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
  useLayoutEffect(
    () => mountPalette({ world: paletteWorld, run: (effect) => runPaletteEffect(effect, leave) }),
    [leave],
  )
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

/** Reports which rows are in the document. */
function useShownRows(): void {
  const text = useAtomValue(sourcesAtom)?.text ?? null
  const chosen = useAtomValue(chosenAtom)?.id ?? null
  const picks = useAtomValue(picksAtom)
  useLayoutEffect(() => {
    dispatch({ type: 'shown', text, chosen, picks: picks.map(({ id }) => id) })
  }, [text, chosen, picks])
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

/**
 * Runs one effect of the palette's state machine.
 * @param leave moves the focus out of the palette, which closes
 */
function runPaletteEffect(effect: Effect, leave: () => void): void {
  switch (effect.do) {
    case 'request-frame':
      // Renders synchronously, so that the result is painted in this frame.
      requestAnimationFrame(() => flushSync(() => dispatch({ type: 'frame' })))
      break
    case 'open':
      go(recordPath(effect.record), effect.where)
      break
    case 'go':
      go(effect.path, effect.where)
      break
    case 'copy':
      void commandContext().effects.copy(effect.text)
      break
    case 'run':
      // Moves the focus first, because the next key is for the screen or dialog that the command opens.
      leave()
      teach(effect.row)
      runCommand(effect.row.command.id, 'palette', contextOf(effect.row, effect.isAction))
      break
  }
}

/** Notifies the user of the key of a command that was typed with its records, the first time that it runs. */
function teach({ command, asked, subject }: CommandRow): void {
  const { id, title, target } = command
  const context = commandContext()
  const [key] = keysOf(command, context)
  const isKnown = store.get(recentCommandsAtom).includes(id)
  if (!asked || isKnown || key === undefined || !isRecordKind(target)) return
  const where =
    subject === null ? `with ${kindFacts(target).name}s selected` : `on an open ${kindFacts(target).name}`
  context.effects.notify('info', `${title}: press ${capsOf(key).join(' ')} ${where}`)
}

function go(path: string, where: Where): void {
  const { effects } = commandContext()
  if (where === 'new-tab') {
    effects.openInNewTab(path)
    return
  }
  // A field of the screen that is left must not receive the keys typed for the record.
  focusScreen()
  effects.navigate(path)
}

/** A command acts on the targets that its row was rendered for, even if the screen has changed since. */
function contextOf({ targets, command }: CommandRow, isAction: boolean): CommandContext {
  const now = commandContext()
  return isAction ? { ...now, targets } : contextFor(command, targets, now)
}
