import { LogOut, Settings } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../routing/paths.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'

interface UserMenuListProps {
  /** The menu's button. It is rendered outside, so that this chunk can be loaded later. */
  button: HTMLElement | null
  onClose: () => void
}

/** The open user menu. */
export function UserMenuList({ button, onClose }: UserMenuListProps) {
  const navigate = useNavigate()
  return (
    <DropdownMenu open onOpenChange={onClose}>
      <DropdownMenuTrigger
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-2 inset-y-0"
      />
      <DropdownMenuContent
        side="top"
        align="start"
        aria-label="User"
        button={button}
        container={button?.closest('dialog, aside')}
        className="w-[192px]"
        returnFocus={() => button?.focus()}
      >
        <DropdownMenuItem onSelect={() => navigate(paths.settings())}>
          <Settings aria-hidden="true" />
          Settings
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => navigate(paths.signOut())}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
