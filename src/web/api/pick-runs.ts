import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import type { Change } from '../../contract/changes.ts'
import type { ExportRequest } from '../../contract/exports.ts'
import {
  createPickRun,
  endPickRun,
  getPickRun,
  type ListedPickRun,
  listPickRuns,
  type PickLine,
  type PickRun,
  type PickTick,
  type ShortageHold,
  tickPickLine,
} from '../../contract/pick-runs.ts'
import { send } from './client.ts'
import { changeInCache, queryClient, unlessLive } from './query-client.ts'

const PICK_RUNS = 'pick-runs'

/** The key of all open runs: any change of an order may concern them. */
export const OPEN_PICK_RUNS = [PICK_RUNS, 'run'] as const

/** Milliseconds between requests where the server streams no changes. */
const POLL_MS = 5_000

/** Queries of the capability `pick-runs`. Must not be used if the back end lacks it. */
export const pickRunQueries = {
  list: ({ page }: { page: number }) =>
    queryOptions({
      queryKey: [PICK_RUNS, 'list', page],
      queryFn: ({ signal }): Promise<Rows<ListedPickRun>> => send(listPickRuns, { query: { page }, signal }),
    }),
  run: (id: string) =>
    queryOptions({
      queryKey: [...OPEN_PICK_RUNS, id],
      queryFn: async ({ signal }): Promise<PickRun> =>
        newestOf(id, await send(getPickRun, { path: { id }, signal })),
      refetchInterval: () => unlessLive() && POLL_MS,
    }),
}

/** A run as it was read, with the lines that are newer here: a late answer never undoes a newer tick (RUN-5). */
function newestOf(id: string, read: PickRun): PickRun {
  const known = queryClient.getQueryData<PickRun>([...OPEN_PICK_RUNS, id])
  return { ...read, lines: read.lines.map((line) => newer(line, known)) }
}

function newer(line: PickLine, known: PickRun | undefined): PickLine {
  const here = known?.lines.find(({ id }) => id === line.id)
  return here && here.revision > line.revision ? here : line
}

/** Makes a run of a list of orders. @throws CallError with the server's reason */
export async function makePickRun(
  filter: Extract<ExportRequest, { list: 'orders' }>['filter'],
): Promise<PickRun> {
  const run = await send(createPickRun, { body: { request: crypto.randomUUID(), filter } })
  queryClient.setQueryData(pickRunQueries.run(run.id).queryKey, run)
  void queryClient.invalidateQueries({ queryKey: [PICK_RUNS, 'list'] })
  return run
}

/** Carries out a change of a line. @throws CallError with the server's reason */
export async function sendTick(id: string, tick: PickTick): Promise<ShortageHold[]> {
  const { line, holds } = await send(tickPickLine, { path: { id }, body: tick })
  changeInCache<PickRun>(pickRunQueries.run(id).queryKey, (run) => ({
    ...run,
    lines: run.lines.map((one) => (one.id === line.id && line.revision >= one.revision ? line : one)),
  }))
  return holds
}

/** Ends a run. @throws CallError with the server's reason */
export async function sendEnd(id: string, as: 'finished' | 'given-up'): Promise<void> {
  const run = await send(endPickRun, { path: { id }, body: { as } })
  queryClient.setQueryData(pickRunQueries.run(id).queryKey, newestOf(id, run))
  void queryClient.invalidateQueries({ queryKey: [PICK_RUNS, 'list'] })
}

/** Follows a change by others, or all changes: an open run is read again. */
export function followPickRun({ code }: Pick<Change, 'code'>): void {
  const queryKey = code === null ? OPEN_PICK_RUNS : pickRunQueries.run(code).queryKey
  void queryClient.invalidateQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey: [PICK_RUNS, 'list'], refetchType: 'none' })
}
