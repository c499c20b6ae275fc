/** Who can be responsible for a job (section 9): seven names, all invented. */
export const STAFF_NAMES = [
  'Anahera Pōtiki',
  'Bríd Callaghan',
  'Dev Raman',
  'Hēmi Tūhoro',
  'Leilani Sapolu',
  'Mika Salonen',
  'Tess Varley',
] as const
export type StaffName = (typeof STAFF_NAMES)[number]
