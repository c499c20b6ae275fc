import { useAtom, useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { type Command, SECTIONS } from '../../../commands/command.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { isChangeable, keysOf } from '../../../commands/own-keys.ts'
import { fold } from '../../domain/fold.ts'
import { closeDialog } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { contextAtom } from './context.ts'
import { changeNoKey, ownKeysAtom, singleKeysAtom } from './key-settings.ts'
import { capsOf } from './key-text.ts'
import { KeysSheetLine } from './keys-sheet-line.tsx'

/** Every key, by section, with the reason where it does not work right now; and the ways to change and switch keys. */
export function KeysSheet() {
  const here = useAtomValue(contextAtom)
  // The sheet itself lies over the page, and its search has the focus.
  const context = useMemo(() => ({ ...here, typing: false }), [here])
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const words = fold(wanted).split(/\s+/).filter(Boolean)
  const shown = COMMANDS.filter((command) => isWanted(command, keysOf(command, context), words))
  const changeable = shown.filter(isChangeable)
  const tabStop = changeable.find(({ id }) => id === chosen) ?? changeable[0]
  const sections = SECTIONS.map((section) => ({
    section,
    commands: shown.filter((command) => command.section === section),
  })).filter(({ commands }) => commands.length > 0)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog open onOpenChange={closeDialog}>
      <DialogContent
        ref={content}
        aria-describedby={undefined}
        closeLabel="Close"
        className="h-[calc(100dvh-72px)] w-[860px]"
        onKeyDown={moveBetweenLines}
        onEscapeKeyDown={(event) => {
          if (content.current?.querySelector('[data-recording]')) event.preventDefault()
        }}
      >
        <DialogHeader className="flex flex-wrap items-center gap-x-4 gap-y-2 pr-14 max-sm:pr-4">
          <DialogTitle>All keys</DialogTitle>
          <KeysSearch text={wanted} onText={setWanted} />
          <SingleKeysSwitch />
          <AllDefaults />
        </DialogHeader>
        <DialogBody role="region" aria-label="Keys" tabIndex={0}>
          {sections.length === 0 && <p role="status">No keys found</p>}
          <div className="columns-2 gap-8 max-sm:columns-1">
            {sections.map(({ section, commands }) => (
              <section key={section} className="mb-4 break-inside-avoid">
                <h3 className="py-1 text-micro text-fg-3">{section}</h3>
                <ul>
                  {commands.map((command) => (
                    <KeysSheetLine
                      key={command.id}
                      command={command}
                      context={context}
                      tabStop={command === tabStop}
                      onFocus={() => setChosen(command.id)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

/** Every word is in its title, section, other words, or in a key as it is bound or drawn. */
function isWanted(
  { title, section, keywords, keys: declared, inPalette }: Command,
  keys: readonly string[],
  words: readonly string[],
): boolean {
  const drawn = keys.map((key) => capsOf(key).join(' '))
  const own = fold([title, section, ...keywords, ...keys, ...drawn].join(' '))
  return (declared.length > 0 || inPalette) && words.every((word) => own.includes(word))
}

/** Arrows go from the search to the lines and between them. */
function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-change-key]')]
  const next = buttons[buttons.indexOf(event.target) + step]
  const search = event.currentTarget.querySelector<HTMLElement>('[type=search]')
  if (event.target !== search && !buttons.includes(event.target)) return
  event.preventDefault()
  if (next) next.focus()
  else if (step === -1) search?.focus()
}

function KeysSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <span className="relative w-60 max-sm:w-full">
      <Search
        aria-hidden="true"
        className="icon-14 pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-fg-3"
      />
      <Input
        type="search"
        aria-label="Search the keys"
        placeholder="Search the keys"
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="pl-7"
      />
    </span>
  )
}

/** Single-letter keys can be switched off (WCAG 2.1.4); those with Ctrl, Alt or a name stay. */
function SingleKeysSwitch() {
  const [on, setOn] = useAtom(singleKeysAtom)
  const id = useId()
  return (
    <span className="inline-flex items-center gap-2">
      <Checkbox id={id} checked={on} onChange={(event) => setOn(event.target.checked)} />
      <label htmlFor={id}>Single-letter keys</label>
    </span>
  )
}

/** Stays where it is, so that the focus does, and can be pressed once a key was changed. */
function AllDefaults() {
  const changed = Object.keys(useAtomValue(ownKeysAtom)).length > 0
  return (
    <Button aria-disabled={!changed || undefined} onClick={changeNoKey}>
      Default keys
    </Button>
  )
}
