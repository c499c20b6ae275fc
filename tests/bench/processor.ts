import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Processor time in milliseconds, of all processes together. */
export interface Work {
  database: number
  server: number
}

/** Milliseconds of a unit in /proc. */
const TICK_MS = 10

/** The process id of PostgreSQL's first process, which must run on this machine. */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  return Number(rows[0]?.pid)
}

/** Reads the processor time that PostgreSQL's processes and these servers have used since their start. */
export function processorTimes(postmaster: number, urls: readonly string[]): () => Promise<Work> {
  return async () => {
    const seconds = await Promise.all(urls.map(secondsOf))
    return {
      database: ticksOf(postmaster) * TICK_MS,
      server: seconds.reduce((sum, one) => sum + one, 0) * 1000,
    }
  }
}

async function secondsOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
}

/** Ticks of a process, its ended children, and its running ones. */
function ticksOf(parent: number): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      const [of, own, ended] = statOf(name)
      if (Number(name) === parent) return sum + own + ended
      return of === parent ? sum + own : sum
    }, 0)
}

/** The parent of a process, its ticks, and those of its ended children. */
function statOf(name: string): [number, number, number] {
  try {
    // The name of the program, in parentheses, may have spaces.
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '')
    const fields = stat.split(' ').map(Number)
    const at = (place: number) => fields[place] ?? 0
    return [at(1), at(11) + at(12), at(13) + at(14)]
  } catch {
    return [0, 0, 0]
  }
}
