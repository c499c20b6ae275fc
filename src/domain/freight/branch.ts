import { BRANCHES, type Branch } from '../../contract/orders.ts'

/** The branch that sends: Auckland unless another one is known (FRT-16). */
export function originBranch(branch: string | null | undefined): Branch {
  return BRANCHES.find((one) => one === branch) ?? 'auckland'
}

const REGIONS: Record<Branch, string> = { auckland: 'Auckland', christchurch: 'Canterbury' }

/** The region of a branch, whose public holidays it has. */
export function regionOf(branch: Branch): string {
  return REGIONS[branch]
}

/** Name and address of the sender at a branch. */
export interface BranchSender {
  name: string
  phone: string
  street: string
  suburb: string
  city: string
  postcode: string
}

/** Senders of the demo. GUESS: visibly invented; a business sets its own (`AUCKLAND_SENDER_NAME` …). */
export const DEMO_SENDERS: Record<Branch, BranchSender> = {
  auckland: {
    name: 'Example Trade Supplies, Auckland',
    phone: '09 555 0100',
    street: '1 Example Road',
    suburb: 'Penrose',
    city: 'Auckland',
    postcode: '1061',
  },
  christchurch: {
    name: 'Example Trade Supplies, Christchurch',
    phone: '03 555 0100',
    street: '1 Example Road',
    suburb: 'Middleton',
    city: 'Christchurch',
    postcode: '8024',
  },
}
