import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { contextFor } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { fold } from '../../domain/format/fold.ts'
import { keyOf, type SeenRecord } from '../../domain/records/seen-record.ts'
import { commandContext } from '../commands/context.ts'
import { strokeOfEvent } from '../commands/key-press.ts'
import { runCommand } from '../commands/run.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { focusScreen, rememberFocus } from '../lib/return-focus.ts'
import { useSteadyPress } from '../lib/steady-press.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { recordPath } from '../record-index/record-kinds.ts'
import { answeredAtom, paletteAtom, textAtom } from '../state/palette.ts'
import { store } from '../state/store.ts'
import { Dialog, DialogClose, DialogContent, DialogTitle } from '../ui/dialog.tsx'
import { usePaletteSubject } from './actions.ts'
import { PaletteFooter } from './footer.tsx'
import { PaletteGroups, pickable } from './groups.tsx'
import { PaletteInput } from './input.tsx'
import { resolveEnter, type Where } from './jump.ts'
import { caretAtEnd, isShown, useActiveDescendant, useEarlyKeys } from './keys.ts'
import { answerText, answerTextNow, closePalette, openPalette } from './opening.ts'
import { PalettePrefixes } from './prefixes.tsx'
import { kindsIn, type PaletteQuery, readQuery } from './query.ts'
import { type CommandRow, defaultRow, type Row } from './rows.ts'
import { useJump } from './use-jump.ts'
import { usePaletteRows } from './use-palette-rows.ts'

function go(path: string, where: Where): void {
  const { powers } = commandContext()
  closePalette()
  if (where === 'new-tab') powers.openInNewTab(path)
  else {
    // Not back to a field of the screen that is left: it would take the keys that are typed for the record.
    focusScreen()
    powers.navigate(path)
  }
}

const open = (record: SeenRecord, where: Where) => go(recordPath(record), where)

/** A row acts on what it was drawn for, however the screen has changed since. */
function contextOf({ targets, details }: CommandRow, own: boolean): CommandContext {
  const now = commandContext()
  return own ? { ...now, targets } : contextFor(details, targets, now)
}

/** A record whose actions are shown, and what stood in the palette before. */
interface Layer {
  record: SeenRecord
  text: string
}

/** What the user chose with the arrows, as long as the text stays as it was. */
interface Choice {
  id: string
  typed: string
  /** What the server had found by then: what comes later does not change the order. */
  found: SeenRecord | null
}

const rowIdOf = (inside: Element) => inside.closest('[role=option]')?.getAttribute('data-value') ?? null

const NO_CODE = { scope: 'commands', code: null } as const

function queryOf(typed: string, layer: Layer | null): PaletteQuery {
  return layer ? { ...NO_CODE, text: typed.trim() } : readQuery(typed)
}

/** The command palette: jumps to a code, finds records and runs commands. */
export function Palette() {
  const [returnFocus] = useState(rememberFocus)
  const input = useRef<HTMLInputElement>(null)
  const answered = useAtomValue(answeredAtom)
  const typed = answered ?? ''
  useEffect(() => (answered === null ? afterPaint(answerText) : undefined), [answered])
  const [layer, setLayer] = useState<Layer | null>(null)
  const subject = usePaletteSubject(layer?.record ?? null)
  const query = useMemo(() => queryOf(typed, layer), [typed, layer])
  const codeOf = useCallback((text: string) => queryOf(text, layer).code, [layer])
  const control = useJump(typed, query, codeOf, open)
  const { jump } = control
  const [choice, setChoice] = useState<Choice | null>(null)
  const chose = choice?.typed === typed ? choice : null
  const found = jump.answer?.state === 'found' ? jump.answer.record : null
  const groups = usePaletteRows({
    answered,
    query,
    subject,
    found: chose ? chose.found : found,
    hasChosen: chose !== null,
  })
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const chosen = chose ? (rows.find(({ id }) => id === chose.id) ?? null) : defaultRow(rows, jump)

  const showActions = (record: SeenRecord) => {
    setLayer({ record, text: typed })
    setChoice(null)
    openPalette()
  }
  const goBack = (from: Layer) => {
    setLayer(null)
    setChoice({ id: keyOf(from.record), typed: from.text, found: null })
    openPalette(from.text)
  }
  const enter = (where: Where, picked: Row | null, byUser: boolean) => {
    // Text and index as they are now: a key can come before what it typed is drawn.
    const now = store.get(textAtom)
    const { scope, code } = queryOf(now, layer)
    const known = code === null ? [] : recordIndex.exact(code, kindsIn(scope))
    const outcome = resolveEnter({
      jump: control.now(now, code),
      chosen: picked,
      chosenByUser: byUser,
      known,
    })
    if (outcome.do === 'open') open(outcome.record, where)
    else if (outcome.do === 'go') go(outcome.path, where)
    else if (outcome.do === 'run' && picked?.kind === 'command') {
      // In this very moment: a key that comes next must meet what it opens, and must not open the palette again.
      input.current?.blur()
      returnFocus()
      closePalette()
      runCommand(picked.details.id, 'palette', contextOf(picked, layer !== null))
    } else if (outcome.do === 'hold') control.hold(now, where)
    else if (outcome.do === 'ask-again') control.askAgain(where)
    else if (outcome.do === 'say') control.say()
  }
  const move = (by: 1 | -1) => {
    if (jump.held !== null) control.letGo()
    const next = rows[(chosen ? rows.indexOf(chosen) : -1) + by]
    if (next) setChoice({ id: next.id, typed, found: chose ? chose.found : found })
  }
  const steady = useSteadyPress(rowIdOf)
  const picks = useMemo(() => pickable(groups), [groups])
  /**
   * Returns whether the key was the palette's.
   * @param shown the chosen row, where it was there to be seen
   * @param seen the rows that had the digits before the key
   */
  const press = ({ chord }: Stroke, shown: Row | null, seen: readonly Row[]): boolean => {
    const place = Number(/^alt\+([1-9])$/.exec(chord)?.[1] ?? 0) - 1
    const picked = picks[place]?.id === seen[place]?.id ? picks[place] : undefined
    const toActions = chord === 'Tab' || (chord === 'ArrowRight' && caretAtEnd(input))
    if (chord === 'ArrowDown') move(1)
    else if (chord === 'ArrowUp') move(-1)
    else if (chord === 'Enter') enter('here', shown, chose !== null)
    else if (chord === 'mod+Enter') enter('new-tab', shown, chose !== null)
    else if (picked) enter('here', picked, true)
    else if (toActions && shown?.kind === 'record') showActions(shown.record)
    else if (layer && (chord === 'shift+Tab' || (chord === 'Backspace' && store.get(textAtom) === '')))
      goBack(layer)
    else return /^(shift\+)?Tab$/.test(chord)
    return true
  }
  // Where nobody has seen the rows: of records the very code alone is meant.
  const isTyped = (row: Row) =>
    query.text !== '' && (row.kind !== 'record' || fold(row.record.code) === fold(query.text))
  const latest = useRef({ enter, press, chosen, picks, isTyped })
  latest.current = { enter, press, chosen, picks, isTyped }
  const onTake = useCallback((row: Row, newTab: boolean) => {
    latest.current.enter(newTab ? 'new-tab' : 'here', row, true)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const stroke = strokeOfEvent(event.nativeEvent)
    const caret = event.key === 'Home' || event.key === 'End'
    const before = latest.current
    const drawn = store.get(paletteAtom)
    if (stroke?.character === null) answerTextNow()
    const now = latest.current
    // The rows of a text that was typed in this very moment are there now, but it is those before that were seen.
    const isSeen = (row: Row) =>
      drawn.text === drawn.answered || row.id === before.chosen?.id || now.isTyped(row)
    const shown = now.chosen && isShown(input, now.chosen) && isSeen(now.chosen) ? now.chosen : null
    if (stroke && now.press(stroke, shown, before.picks)) event.preventDefault()
    // Else cmdk would do it again, or take Home and End from the text.
    if (event.defaultPrevented || caret) event.stopPropagation()
  }
  useEarlyKeys(answered, (stroke) => void press(stroke, chosen && isTyped(chosen) ? chosen : null, []))
  useActiveDescendant(input, chosen)

  return (
    // Not Radix's modal: its locks change inherited styles of the whole page, 30 ms with 200 rows behind. The scrim keeps
    // the pointer from the page, the palette's own Tab keeps the focus, and `aria-modal` says it.
    <Dialog open modal={false} onOpenChange={closePalette}>
      {createPortal(<div className="fixed inset-0 z-10 bg-scrim" />, document.body)}
      <DialogContent
        aria-describedby={undefined}
        aria-modal
        className="top-[76px] w-[800px] translate-y-0 max-sm:inset-x-0 max-sm:top-0 max-sm:max-h-dvh max-sm:w-full max-sm:max-w-none max-sm:translate-x-0 max-sm:rounded-none"
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          input.current?.focus()
        }}
        onEscapeKeyDown={(event) => {
          if (jump.held === null && !layer) return
          event.preventDefault()
          if (jump.held !== null) control.letGo()
          else if (layer) goBack(layer)
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          returnFocus()
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
            {layer && (
              <code className="code-block rounded-m bg-surface-2 px-2 py-1">{layer.record.code}</code>
            )}
            <PaletteInput
              ref={input}
              onKeyDown={onKeyDown}
              placeholder={layer ? 'Choose an action' : 'Type a code, a name or a command'}
            />
            {!layer && <PalettePrefixes />}
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
            data-waits={answered === null || undefined}
            className="data-waits:h-[508px] max-h-[calc(100dvh-200px)] min-h-0 overflow-y-auto px-1.5 pt-0.5 pb-1.5 empty:hidden max-sm:max-h-none"
          >
            <PaletteGroups groups={groups} picks={picks} text={query.text} jump={jump} onTake={onTake} />
          </Command.List>
        </Command>
        <PaletteFooter
          query={query}
          jump={jump}
          rows={answered === null ? null : rows}
          subjectWords={subject?.words ?? null}
        />
      </DialogContent>
    </Dialog>
  )
}
