import { Outlet } from 'react-router-dom'
import { useScreenTitle } from '../routing/screen-title.ts'
import { Brand } from './brand.tsx'

/** The page of the sign-in screens: a centred logo above the matched screen (NAV-4). */
export function SignInLayout() {
  useScreenTitle()
  return (
    <div className="sign-in-ground grid h-full grid-rows-[1fr_auto_1.25fr] justify-items-center overflow-y-auto px-3">
      <header className="self-end pb-6">
        <Brand className="gap-[11px]! text-[18px] leading-6 tracking-[-0.018em]!" markClassName="size-7!" />
      </header>
      <main className="w-[372px] max-w-full rounded-xl border border-line bg-surface p-7 shadow-2">
        <Outlet />
      </main>
    </div>
  )
}
