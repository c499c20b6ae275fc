import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CHANGE_EVENTS, Changes } from '../../src/contract/changes.ts'
import { ChangeFeed } from '../../src/server/changes/change-feed.ts'
import { noteChanges } from '../../src/server/changes/note-changes.ts'
import { startFeed } from '../../src/server/changes/start-feed.ts'
import { openDatabase } from '../../src/server/db/connection.ts'
import { postgresProgram, startCluster } from '../server/postgres-cluster.ts'
import { milliseconds, type Row, summarise } from './figures.ts'

const CLIENTS = 16
const SECONDS = 8
/** Milliseconds between changes whose way to the feed is measured. */
const EVERY_MS = 100

export const COMMITS_HEAD = [
  `PostgreSQL, ${CLIENTS} connections that commit one change each time`,
  'commits a second',
  'until the feed has a change, median / p95, target p95 ≤ 300 ms',
]

const NOTE = `'[{"kind":"order","code":"' || :number || '","is_new":false}]'`

/** A transaction that changes a table and notes it, as all do now, and as they did when PostgreSQL sent each note itself. */
const script = (note: string) =>
  `\\set number random(1, 1000000000)\nbegin;\ninsert into noted (note) values (${NOTE});\n${note};\ncommit;\n`
const STORED = script(`insert into changes (note) values (${NOTE})`)
const NOTIFIED = script(`select pg_notify('before', ${NOTE})`)

const run = promisify(execFile)

/** Commits a second with changes for desks, without and with a NOTIFY in each. */
export async function commitFigures(): Promise<Row[]> {
  const cluster = await startCluster({ isDurable: true })
  if (cluster === null) return []
  const folder = mkdtempSync(join(tmpdir(), 'console-commits-'))
  const place = { databaseUrl: cluster.url, databaseListenUrl: null, dataDir: '' }
  const db = await openDatabase(place)
  const feed = new ChangeFeed()
  const running = await startFeed({ ...place, db, feed })
  const perSecond = async (script: string) => {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const options = ['-n', '-c', String(CLIENTS), '-T', String(SECONDS), '-f', file, cluster.url]
    const { stdout } = await run(postgresProgram('pgbench'), options)
    return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]))
  }
  try {
    await db.schema.createTable('noted').addColumn('note', 'text').execute()
    const notified = await perSecond(NOTIFIED)
    const latencies = measureFeed(feed, (code) =>
      db.transaction().execute((within) => noteChanges(within, [{ kind: 'order', code, is_new: false }])),
    )
    const stored = await perSecond(STORED)
    const { median, p95 } = summarise(await latencies.stop())
    return [
      [
        'in a table, from which one process publishes it',
        String(stored),
        `${milliseconds(median)} / ${milliseconds(p95)}`,
      ],
      ['by a NOTIFY in each transaction', String(notified), ''],
    ]
  } finally {
    await running.stop()
    await db.destroy()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Notes a change regularly, and measures the milliseconds from before its commit until the feed has it. */
function measureFeed(feed: ChangeFeed, note: (code: string) => Promise<void>) {
  const committed = new Map<string, number>()
  const samples: number[] = []
  const unsubscribe = feed.subscribe(({ event, data }) => {
    if (event !== CHANGE_EVENTS.change || !data.includes('measured')) return
    for (const { code } of Changes.parse(JSON.parse(data))) {
      const at = committed.get(code ?? '')
      if (at !== undefined) samples.push(Math.max(0, performance.now() - at))
    }
  })
  let isOver = false
  const noting = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const code = `measured ${number}`
      committed.set(code, performance.now())
      await note(code)
      await pause(EVERY_MS)
    }
  })()
  return {
    async stop(): Promise<number[]> {
      isOver = true
      await noting
      await pause(1000)
      unsubscribe()
      return samples
    },
  }
}
