import { Link } from 'react-router-dom'
import { CommandKeys } from '../commands/command-keys.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { useBackTarget } from '../record/use-back-target.ts'
import { useOrigin } from '../record/use-origin.ts'
import { paths } from '../routing/paths.ts'
import { buttonVariants } from '../ui/button.tsx'

interface ScreenNotAvailableProps {
  title: string
  /** The link that leads away. */
  back?: { path: string; title: string }
}

const ORDERS = { path: paths.list('order'), title: 'Orders' }

/**
 * Shown for a screen that the specification names but does not describe. It says so and links elsewhere (reading
 * 7).
 */
export function ScreenNotAvailable({ title, back = ORDERS }: ScreenNotAvailableProps) {
  const { aria } = useKeys('record.back')
  useBackTarget(back.path)
  const leads = useOrigin(back.path) === null
  return (
    <>
      <div className="flex h-11 shrink-0 items-center px-4 max-sm:sr-only">
        <h1 className="text-title">{title}</h1>
      </div>
      <div className="grid justify-items-center gap-1 px-5 py-10 text-fg-2">
        <p className="font-medium text-fg">This screen is not available yet.</p>
        <Link
          to={back.path}
          aria-keyshortcuts={leads ? aria : undefined}
          className={buttonVariants({ className: 'mt-2.5' })}
        >
          Go to {back.title}
          {leads && <CommandKeys id="record.back" className="max-sm:hidden" />}
        </Link>
      </div>
    </>
  )
}
