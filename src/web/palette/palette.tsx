import { Command } from 'cmdk'
import { atom, useAtomValue } from 'jotai'
import { Search, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { contextFor } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { exampleOf } from '../../../commands/interpreter/interpret.ts'
import { typedIn } from '../../../commands/interpreter/judge.ts'
import { PREFIXES, type TypedQuery } from '../../../commands/interpreter/query.ts'
import { counted } from '../../domain/format/text.ts'
import { kindFacts } from '../../domain/records/record-kind.ts'
import { commandContext } from '../commands/context.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import { pastedInLine, strokeOfEvent } from '../commands/key-press.ts'
import { runCommand } from '../commands/run.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { focusScreen, rememberFocus } from '../lib/return-focus.ts'
import { useLate } from '../lib/use-late.ts'
import { recordPath } from '../record-index/record-kinds.ts'
import { store } from '../state/store.ts'
import { Dialog, DialogClose, DialogContent, DialogTitle } from '../ui/dialog.tsx'
import { Kbd } from '../ui/keycap.tsx'
import {
  type CodeStatus,
  chosenAtom,
  codeStatusAtom,
  liveContextAtom,
  paletteWorld,
  picksAtom,
  queryAtom,
  rowsAtom,
  sourcesAtom,
  subjectAtom,
} from './current-rows.ts'
import type { Effect, ResultRow, Subject, Where } from './machine/state.ts'
import { codeWords, ENTER_WORDS, EnterWords, PaletteGroups } from './palette-groups.tsx'
import { closePalette, dispatch, mountPalette, paletteAtom, textAtom } from './palette-store.ts'
import { SLOW_MS, SubjectReader, useRequests } from './server-requests.ts'

const isOpeningAtom = atom((get) => get(paletteAtom).phase === 'opening')

/**
 * The command palette: opens records by their codes, finds records and runs commands. Renders the state of
 * `machine/state.ts`, and reports which rows are in the document. Only the markup of cmdk is used (docs/palette.md).
 */
export function Palette() {
  const input = useRef<HTMLInputElement>(null)
  const isLoaded = useAtomValue(sourcesAtom) !== null
  const chosen = useAtomValue(chosenAtom)
  usePaletteEffects(input)
  useShownRows()
  useActiveDescendant(input, chosen)

  return (
    // Radix's modal mode changes inherited styles of the whole page, which takes 30 ms with 200 rows. Instead, the scrim
    // blocks the pointer, the palette handles Tab, and `aria-modal` informs assistive technology.
    <Dialog open modal={false} onOpenChange={closePalette}>
      {createPortal(<div className="fixed inset-0 z-10 bg-scrim" />, document.body)}
      <ServerRequests />
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
          <PaletteField input={input} />
          <EnterWords />
          <Command.List
            label="Results"
            data-waits={!isLoaded || undefined}
            className="data-waits:h-[508px] max-h-[calc(100dvh-200px)] min-h-0 overflow-y-auto px-1.5 pt-0.5 pb-1.5 empty:hidden max-sm:max-h-none"
          >
            <PaletteGroups />
          </Command.List>
        </Command>
        <PaletteFooter />
      </DialogContent>
    </Dialog>
  )
}

/** Runs the effects of the state machine while the palette is mounted, and reports the paint and the context to it. */
function usePaletteEffects(input: RefObject<HTMLInputElement | null>): void {
  const [returnFocus] = useState(rememberFocus)
  const isOpening = useAtomValue(isOpeningAtom)
  useLayoutEffect(() => {
    const leave = () => {
      input.current?.blur()
      returnFocus()
    }
    return mountPalette({ world: paletteWorld, run: (effect) => runPaletteEffect(effect, leave) })
  }, [input, returnFocus])
  useEffect(() => (isOpening ? afterPaint(() => dispatch({ type: 'painted' })) : undefined), [isOpening])
  useLayoutEffect(
    () => store.sub(liveContextAtom, () => dispatch({ type: 'context', ...store.get(liveContextAtom) })),
    [],
  )
}

/** Reports which rows are in the document. */
function useShownRows(): void {
  const text = useAtomValue(sourcesAtom)?.text ?? null
  const row = useAtomValue(chosenAtom)
  const chosen = row?.id ?? null
  const canConfirm = row?.kind === 'command' && row.canConfirm
  const picks = useAtomValue(picksAtom)
  useLayoutEffect(() => {
    dispatch({ type: 'shown', text, chosen, canConfirm, picks: picks.map(({ id }) => id) })
  }, [text, chosen, canConfirm, picks])
}

/** Requests what the rows need from the server. */
function ServerRequests() {
  const state = useAtomValue(paletteAtom)
  useRequests(state)
  return state.subject && <SubjectReader record={state.subject.record} />
}

/** Sets `aria-activedescendant`, which cmdk loses when results change. */
function useActiveDescendant(
  input: React.RefObject<HTMLInputElement | null>,
  chosen: ResultRow | null,
): void {
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
      runCommand(effect.row.command.id, 'palette', contextOf(effect))
      break
  }
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
function contextOf({ row, isAction, isConfirmed }: Effect & { do: 'run' }): CommandContext {
  const { targets, command, spoken } = row
  const now = commandContext()
  const context = isAction ? { ...now, targets } : contextFor(command, targets, now)
  return spoken ? { ...context, typed: typedIn(spoken, isConfirmed) } : context
}

/** The field, after the code of the record whose actions are shown. */
function PaletteField({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const subject = useAtomValue(subjectAtom)
  return (
    <div className="flex h-[52px] shrink-0 items-center gap-2.5 border-b border-line px-4 text-field">
      <Search aria-hidden="true" className="size-[18px] text-fg-3" />
      {subject && <code className="code-block rounded-m bg-surface-2 px-2 py-1">{subject.record.code}</code>}
      <PaletteInput
        ref={input}
        placeholder={subject ? 'Choose an action' : 'Type a code, a name or a command'}
      />
      {!subject && (
        <span aria-hidden="true" className="flex gap-3 text-small text-fg-3 max-sm:hidden">
          {Object.entries(PREFIXES).map(([prefix, scope]) => (
            <span key={prefix} className="inline-flex items-center gap-[5px]">
              <Kbd>{prefix}</Kbd>
              {scope}
            </span>
          ))}
        </span>
      )}
      <DialogClose aria-label="Close" className="-mr-3 grid size-11 shrink-0 place-items-center sm:hidden">
        <X aria-hidden="true" className="text-fg-3" />
      </DialogClose>
    </div>
  )
}

/** The field of the palette. Rendered at every edit, whereas the rows are rendered once a frame. */
function PaletteInput({ ref, placeholder }: { ref: Ref<HTMLInputElement>; placeholder: string }) {
  const text = useAtomValue(textAtom)
  useLayoutEffect(() => () => dispatch({ type: 'focus', focused: false }), [])
  return (
    // Not passed to cmdk, which would choose a row by itself at every edit.
    <Command.Input asChild value="" onValueChange={(value) => dispatch({ type: 'type', text: value })}>
      <input
        ref={ref}
        value={text}
        onFocus={() => dispatch({ type: 'focus', focused: true })}
        onBlur={() => dispatch({ type: 'focus', focused: false })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={placeholder}
        aria-describedby={ENTER_WORDS}
        className="h-full min-w-0 flex-1 bg-transparent text-field outline-none"
      />
    </Command.Input>
  )
}

function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
  const stroke = strokeOfEvent(event.nativeEvent)
  if (stroke && isForPalette(stroke, event.currentTarget)) {
    event.preventDefault()
    dispatch({ type: 'key', stroke })
  }
  // cmdk would handle the key a second time, and use Home and End for its rows.
  if (event.defaultPrevented || event.key === 'Home' || event.key === 'End') event.stopPropagation()
}

/** Keeps pasted lines apart. */
function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text')
  if (!/[\r\n]/.test(pasted)) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [before, after] = [
    value.slice(0, selectionStart ?? value.length),
    value.slice(selectionEnd ?? value.length),
  ]
  dispatch({ type: 'type', text: before + pastedInLine(pasted) + after })
}

const ACTS_ON_ROWS = /^(Arrow(Up|Down)|(mod\+)?Enter|(shift\+)?Tab|alt\+[1-9])$/

/** Whether the palette handles a key instead of the input: → only at the end of the text, Backspace only without text. */
function isForPalette({ chord }: Stroke, { value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  if (chord === 'ArrowRight') return selectionStart === value.length && selectionEnd === value.length
  if (chord === 'Backspace') return value === ''
  return ACTS_ON_ROWS.test(chord)
}

/** Shows the number of results or what is pending, and announces it politely. */
function PaletteFooter() {
  const { sources, subject, openings } = useAtomValue(paletteAtom)
  const query = useAtomValue(queryAtom)
  const rows = useAtomValue(rowsAtom)
  const status = useAtomValue(codeStatusAtom)
  const slow = useLate(status.pending !== null, SLOW_MS)
  const words = sources === null ? '' : statusWords(query, status, rows)
  const example = sources?.text === '' && !subject ? exampleOf(openings, sources.recentRecords) : null
  return (
    <div className="flex h-9 shrink-0 items-center border-t border-line bg-surface-2 pr-3 pl-4 text-small whitespace-nowrap text-fg-2 max-sm:h-auto max-sm:min-h-9 max-sm:py-2 max-sm:whitespace-normal">
      <span
        role="status"
        className="inline-flex min-w-0 items-center gap-2 truncate max-sm:inline max-sm:whitespace-normal"
      >
        {(subject && subjectWords(subject)) ?? words}
        {slow && '. The server is slow to respond.'}
        {status.pending !== null && <KeyCaps keys={['Escape']} />}
      </span>
      {example !== null && (
        <span className="ml-auto pl-4 text-fg-3 max-sm:block">
          Try: <code className="text-fg-2">{example.text}</code> {example.meaning}
        </span>
      )}
    </div>
  )
}

/** The message while the record of the actions is loading or if it cannot be read; else null. */
function subjectWords({ record, targets, failed }: Subject): string | null {
  if (targets) return null
  return failed ? kindFacts(record.kind).failure : `Loading the ${kindFacts(record.kind).name}…`
}

function statusWords({ text }: TypedQuery, status: CodeStatus, rows: readonly ResultRow[]): string {
  if (status.entered && status.code === null) {
    const row = rows.find((row) => row.kind === 'command' && row.loading)
    if (row?.kind === 'command') return `${row.title} when the server answers`
  } else if (status.entered && status.answer?.state !== 'found') {
    return codeWords(status)
  }
  const count = rows.filter(({ kind }) => kind !== 'code' && kind !== 'server').length
  const server = rows.find((row) => row.kind === 'server')
  if (count > 0) return counted(count, 'result')
  return server ? `Nothing opened before matches “${text}”. ${server.detail}` : `Nothing found for “${text}”`
}
