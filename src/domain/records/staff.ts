/** The staff members that a job can be assigned to (JOB-2): seven invented names. */
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
