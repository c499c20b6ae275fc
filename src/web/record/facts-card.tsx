import type { ReactNode } from 'react'
import { Card, CardHeader, CardTitle } from '../ui/card.tsx'
import { Facts } from './facts.tsx'

interface FactsCardProps {
  title: string
  /** After the title: a link or a button. */
  action?: ReactNode
  children: ReactNode
}

/** A card of labelled values. */
export function FactsCard({ title, action, children }: FactsCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {action}
      </CardHeader>
      <Facts>{children}</Facts>
    </Card>
  )
}
