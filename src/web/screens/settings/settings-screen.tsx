import { useBackTarget } from '../../record/record-crumb.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { SavedViewsCard } from './saved-views-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { WorkstationCard } from './workstation-card.tsx'

/** The user's settings (reading 7), one card per subject. */
export function Component() {
  useBackTarget(paths.list('order'))
  return (
    <>
      <div className="flex h-11 shrink-0 items-center px-4 max-sm:sr-only">
        <h1 className="text-title">Settings</h1>
      </div>
      <div className="scroll-pane border-t border-line p-4 max-sm:p-3">
        <div className="@container detail-width">
          <div className="grid grid-cols-1 items-start gap-4 @min-[1000px]:grid-cols-[384px_minmax(0,1fr)]">
            <div className="grid min-w-0 gap-4">
              <AppearanceCard />
              <WorkstationCard />
              {installation.capabilities.has('saved-views') && <SavedViewsCard />}
              {installation.capabilities.has('sessions') ? <SessionsCard /> : <NoSessions />}
            </div>
            <KeysCard />
          </div>
        </div>
      </div>
    </>
  )
}

/** Shown with a back end that lacks the capability `sessions` (reading 49). */
function NoSessions() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
      </CardHeader>
      <p className="p-3 text-fg-2">This console’s server does not list sessions.</p>
    </Card>
  )
}
