import { DEMO_SENDERS } from '../../../src/domain/freight/branch.ts'
import type { LabelContent } from '../../../src/server/labels/render-labels.ts'

export const DESTINATION: LabelContent['destination'] = {
  company: 'Tāmaki Plumbing & Gas Ltd',
  contact: "Wiremu O'Neill",
  phone: '021 555 0188',
  email: 'wiremu@example.com',
  street: '42 Hugo Johnston Drive',
  suburb: 'Penrose',
  city: 'Auckland',
  postcode: '1061',
  isRural: false,
  instructions: 'Leave at the site office if nobody is in.',
}

export const LABEL: LabelContent = {
  courier: 'NZ Couriers',
  service: 'Overnight',
  isSimulated: false,
  sender: DEMO_SENDERS.auckland,
  destination: DESTINATION,
  orderCode: '104823',
  trackingCode: 'LH1602541',
  trackingUrl: 'https://track.example/LH1602541',
  pieces: pieces(1),
}

export function pieces(count: number): LabelContent['pieces'] {
  return Array.from({ length: count }, (_, index) => ({
    barcode: `LH1602541${String(index + 1).padStart(3, '0')}`,
    weight: 12.5 + index,
  }))
}
