import { vi } from 'vitest'
import type { CommandContext, CommandEffects } from '../../commands/engine/context.ts'
import type {
  ConsignmentFormTarget,
  FreightTarget,
  ListTarget,
  ParcelsTarget,
  PickRunTarget,
  RecordTarget,
  StationTarget,
  Targets,
} from '../../commands/engine/targets.ts'
import { CAPABILITIES } from '../../src/contract/capabilities.ts'
import type { SavedView } from '../../src/contract/saved-views.ts'
import { PARCEL_PRESETS } from '../../src/domain/freight/cartons.ts'
import { kindFacts } from '../../src/domain/records/record-kind.ts'

/** CommandEffects that only record their calls. */
function notedPowers({ record }: Partial<Targets>): CommandEffects {
  return {
    navigate: vi.fn(),
    openForm: vi.fn(),
    openInNewTab: vi.fn(),
    openProgram: vi.fn(),
    openRecord: vi.fn(() => record ?? null),
    openDialog: vi.fn(),
    openPalette: vi.fn(),
    notify: vi.fn(),
    copy: vi.fn(async () => undefined),
    printLabels: vi.fn(async () => undefined),
    awaitingLabels: vi.fn(async () => []),
    exportCsv: vi.fn(async () => undefined),
    makePickRun: vi.fn(async () => '12'),
    print: vi.fn(async () => undefined),
    toggleAtWorkstation: vi.fn(() => true),
    deleteConsignment: vi.fn(async () => undefined),
    nextToShip: vi.fn(async () => ({ code: null, outside: null })),
    undo: vi.fn(async () => []),
    unskip: vi.fn(async () => undefined),
    decideOnSource: vi.fn(async () => undefined),
    trackingPage: vi.fn(async () => null),
    leaveField: vi.fn(),
    toggleTheme: vi.fn(),
    setSingleKeys: vi.fn(),
  }
}

export function contextWith(
  targets: Partial<Targets> = {},
  rest: Partial<CommandContext> = {},
): CommandContext {
  return {
    path: '/orders',
    layer: 'page',
    typing: false,
    singleKeys: true,
    customShortcuts: {},
    deleting: new Set(),
    savedViews: [],
    capabilities: new Set(CAPABILITIES),
    targets,
    places: {
      arrivals: () => '/arrivals',
      emails: () => '/emails',
      jobs: () => '/jobs',
      newJob: () => '/jobs/new',
      notes: () => '/notes',
      quotes: () => '/quotes',
      settings: () => '/settings',
      endOfDay: (tab) => `/end-of-day${tab ? `?tab=${tab}` : ''}`,
      list: (kind) => kindFacts(kind).list.path,
      record: (kind, id, tab) =>
        `${kindFacts(kind).path}/${encodeURIComponent(id)}${tab && tab !== 'details' ? `?tab=${tab}` : ''}`,
      newConsignment: () => '/consignments/new',
      anotherConsignment: (code) => `/orders/${encodeURIComponent(code)}/another-consignment`,
      pickRuns: () => '/pick-runs',
      pickRun: (id) => `/pick-runs/${id}`,
      ship: (run) => (run === undefined ? '/ship' : `/ship?run=${run}`),
      signOut: () => '/logout',
    },
    effects: notedPowers(targets),
    ...rest,
  }
}

/** An open pick run with an active line. */
export function pickRunTarget(parts: Partial<PickRunTarget> = {}): PickRunTarget {
  return {
    ...{ id: '12', state: 'open', notFinished: null },
    line: { toggle: vi.fn(), add: vi.fn(), noteShort: vi.fn() },
    camera: vi.fn(),
    noteBarcode: null,
    scan: vi.fn(),
    end: vi.fn(async () => undefined),
    ...parts,
  }
}

export function listTarget(parts: Partial<ListTarget> = {}): ListTarget {
  return {
    noun: 'orders',
    move: vi.fn(),
    openActive: vi.fn(),
    focusSearch: vi.fn(),
    focusFilters: vi.fn(),
    focusRows: vi.fn(),
    page: 1,
    hasNextPage: false,
    goToPage: vi.fn(),
    isEmpty: false,
    ...parts,
  }
}

/** Saved views of a user. */
export function exampleViews(count: number): SavedView[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `view-${index}`,
    list: 'orders',
    name: `View ${index}`,
    address: `/orders?query=${index}`,
    is_default: false,
  }))
}

/** An open consignment form, ready to be priced, with the focus in the first of its two parcels. */
export function formTargets(
  parcels: Partial<ParcelsTarget> = {},
  form: Partial<ConsignmentFormTarget> = {},
): Required<Pick<Targets, 'consignmentForm' | 'parcels'>> {
  return {
    consignmentForm: {
      noOptions: null,
      unverified: false,
      searchAddress: vi.fn(),
      enterMissing: null,
      getOptions: vi.fn(),
      stopWaiting: null,
      ...form,
    },
    parcels: {
      rows: 2,
      row: '1',
      locked: null,
      add: vi.fn(),
      remove: vi.fn(),
      reset: vi.fn(),
      undoReset: null,
      noFilling: null,
      noLast: null,
      fillAsLast: vi.fn(),
      cartons: PARCEL_PRESETS,
      fillPreset: vi.fn(),
      ...parcels,
    },
  }
}

/** An open freight panel with three options, one of them chosen. */
export function freightTarget(parts: Partial<FreightTarget> = {}): FreightTarget {
  return {
    options: 3,
    hasParts: false,
    blocked: null,
    press: vi.fn(() => true),
    chooseCheapest: vi.fn(),
    chooseByRule: null,
    consign: vi.fn(),
    ...parts,
  }
}

/** The ship station with an order and two options. */
export function stationTarget(): StationTarget {
  return {
    enter: 'book',
    confirms: 'Fee',
    canBeginParcel: true,
    noteBarcode: vi.fn(),
    options: 2,
    orderCode: '104823',
    scan: vi.fn(),
    type: vi.fn(),
    move: vi.fn(),
    close: vi.fn(),
  }
}

export function recordTarget(code: string, parts: Partial<RecordTarget> = {}): RecordTarget {
  return {
    kind: 'order',
    code,
    loading: false,
    back: '/orders?page=2',
    next: '/orders/2',
    previous: '/orders/1',
    ...parts,
  }
}
