/** A fictitious staff member: the claims of their ID token. */
export interface LocalStaff {
  sub: string
  name: string
  given_name: string
  email: string
}

export const LOCAL_STAFF: readonly LocalStaff[] = [
  { sub: 'mere', name: 'Mere', given_name: 'Mere', email: 'mere@example.com' },
  // Directories contain addresses in any case; the console shows them in lower case.
  { sub: 'tane', name: 'Tāne', given_name: 'Tāne', email: 'TANE@EXAMPLE.COM' },
  { sub: 'aroha', name: 'Aroha', given_name: 'Aroha', email: 'aroha@example.com' },
  { sub: 'siobhan', name: "Siobhán O'Neill", given_name: 'Siobhán', email: 'siobhan@example.com' },
]
