import { Menu, Search, SunMoon } from 'lucide-react'
import { commandById } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { runCommand } from '../commands/run.ts'
import { installation } from '../state/installation.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { JUMP, JUMP_FIELD, PHONE_BAR, TOP_BAR } from './layout.ts'

const importStatus = deferred(() =>
  import('../imports/import-watch.tsx').then((module) => module.ImportStatus),
)

const openPalette = () => runCommand('palette.open', 'button')

/** The top bar of wide screens. */
export function TopBar() {
  const { aria } = useKeys('palette.open')
  return (
    <header className={TOP_BAR}>
      <button type="button" aria-keyshortcuts={aria} onClick={openPalette} className={JUMP_FIELD}>
        <Search aria-hidden="true" />
        <span className="truncate">{JUMP}</span>
        <CommandKeys id="palette.open" className="ml-auto" />
      </button>
      <span className="flex-1" />
      <importStatus.Component />
      <SimulatedCourier />
      <CommandButton id="keys.show" label="Keys" variant="quiet" />
      <ThemeButton />
    </header>
  )
}

/** Outside the demo, staff must not mistake a simulated booking for a real one. */
function SimulatedCourier() {
  return installation.hasSimulatedCouriers ? <Badge tone="amber">Simulated courier</Badge> : null
}

/** The only button of the bar without a text label. */
function ThemeButton() {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={commandById('theme.toggle').title}
      onClick={() => runCommand('theme.toggle', 'button')}
    >
      <SunMoon aria-hidden="true" />
    </Button>
  )
}

interface PhoneBarProps {
  title: string
  drawerId: string
  drawerOpen: boolean
  onMenu: () => void
}

/** The top bar of small screens. The screen's own heading is visually hidden but remains its heading. */
export function PhoneBar({ title, drawerId, drawerOpen, onMenu }: PhoneBarProps) {
  return (
    <header className={PHONE_BAR}>
      <Button
        variant="quiet"
        size="touch"
        aria-label="Menu"
        aria-expanded={drawerOpen}
        aria-controls={drawerId}
        className="w-11 px-0!"
        onClick={onMenu}
      >
        <Menu className="size-5" aria-hidden="true" />
      </Button>
      <span aria-hidden="true" className="min-w-0 flex-1 truncate text-title">
        {title}
      </span>
      <importStatus.Component />
      <SimulatedCourier />
      <Button variant="quiet" size="touch" aria-label={JUMP} className="w-11 px-0!" onClick={openPalette}>
        <Search className="size-5" aria-hidden="true" />
      </Button>
    </header>
  )
}
