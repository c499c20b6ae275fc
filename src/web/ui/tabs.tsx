import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** Arrow keys move between tabs without opening them; Enter or Space opens one, because opening may ask a question. */
export function Tabs({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root activationMode="manual" {...rest} className={cn('flex min-h-0 flex-col', className)} />
  )
}

export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      {...rest}
      className={cn('flex h-9 shrink-0 gap-5 border-b border-line px-4 max-sm:h-11 print:hidden', className)}
    />
  )
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...rest}
      className={cn(
        '-mb-px inline-flex items-center gap-[7px] border-y-2 border-transparent font-medium text-fg-2',
        'data-[state=active]:border-b-accent-ink data-[state=active]:text-fg',
        className,
      )}
    />
  )
}

/** The panel of a tab. It fills the remaining height and scrolls. */
export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...rest} className={cn('scroll-pane', className)} />
}
