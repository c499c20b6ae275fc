import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import * as z from 'zod/mini'
import { BRANCHES } from '../../contract/orders.ts'
import { store } from './store.ts'

const STORAGE_KEY = 'workstation'

const DEFAULTS = {
  labelPrinter: null,
  paperPrinter: null,
  printWhenBooked: false,
  printContents: false,
  sound: true,
  branch: null,
} as const

const Workstation = z.object({
  /** Name of the printer for labels; null prints them in the browser. */
  labelPrinter: z.catch(z.nullable(z.string()), DEFAULTS.labelPrinter),
  /** Name of the printer for A4; null prints in the browser. */
  paperPrinter: z.catch(z.nullable(z.string()), DEFAULTS.paperPrinter),
  /** Whether the labels of a consignment are printed as soon as it is booked. */
  printWhenBooked: z.catch(z.boolean(), DEFAULTS.printWhenBooked),
  /** Whether what is in the parcels is printed after their labels at the ship station. */
  printContents: z.catch(z.boolean(), DEFAULTS.printContents),
  /** Whether failures at the ship station are also heard. */
  sound: z.catch(z.boolean(), DEFAULTS.sound),
  /** The branch of the order that the ship station booked last here; null before the first one. */
  branch: z.catch(z.nullable(z.enum(BRANCHES)), DEFAULTS.branch),
})
/** The settings of this workstation: its printers, printing, sound and branch. */
export type Workstation = z.output<typeof Workstation>

/** As stored, perhaps by an older version of the console. */
const storedAtom = atomWithStorage<unknown>(STORAGE_KEY, null, undefined, { getOnInit: true })

// Changes of other tabs are followed only while the atom has a subscriber.
store.sub(storedAtom, () => undefined)

/** Stored by this browser for all its users, because a printer belongs to a bench and not to a person. */
export const workstationAtom = atom(
  (get): Workstation => Workstation.safeParse(get(storedAtom)).data ?? DEFAULTS,
  (_get, set, workstation: Workstation) => set(storedAtom, workstation),
)

/** The current settings of this workstation, for code outside of components. */
export function workstation(): Workstation {
  return store.get(workstationAtom)
}

/** Changes some settings of this workstation, in all its tabs. */
export function changeWorkstation(changed: Partial<Workstation>): void {
  store.set(workstationAtom, { ...workstation(), ...changed })
}
