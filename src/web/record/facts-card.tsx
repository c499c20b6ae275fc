import type { ReactNode } from 'react'
import { Card, CardHeader, CardTitle } from '../ui/card.tsx'
import { Facts } from './facts.tsx'

interface FactsCardProps {
  title: string
  /** At the right of the title: where it leads, or what can be done. */
  action?: ReactNode
  children: ReactNode
  /** Said under the facts. */
  note?: ReactNode
}

/** A card of names and values. */
export function FactsCard({ title, action, children, note }: FactsCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {action}
      </CardHeader>
      <Facts>{children}</Facts>
      {note}
    </Card>
  )
}
