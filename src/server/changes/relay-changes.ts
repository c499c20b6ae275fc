import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Connections } from '../db/named-connections.ts'
import { listenToNotices, type Notices, STARTED_AT } from '../db/postgres-notices.ts'
import { log } from '../platform/log.ts'
import { repeat, type Stoppable } from '../platform/repeat.ts'
import { ConfigError } from '../platform/settings.ts'
import type { ChangeFeed, RunningFeed } from './change-feed.ts'

/** The channel of PostgreSQL's LISTEN and NOTIFY. */
const CHANNEL = 'dispatch_console_feed'

/** Milliseconds between looks for new notes while the feed is busy. */
const LOOK_MS = 80

/** In milliseconds. */
export interface FeedPace {
  /**
   * Between looks for new notes, unless the feed is busy. A process that notes a change asks the leader to look at once,
   * so that desks show it within 300 ms; commands and imports do not.
   */
  idle: number
  /** For which the feed is busy after a note was found. */
  busy: number
  /**
   * Between looks whether the connection that listens leads to the server that the others use. It is not replaced by age,
   * as these are, because notices would be missed.
   */
  follow: number
}

const PACE: FeedPace = { idle: 1_000, busy: 1_000, follow: 60_000 }

/** The most notes that are published at once. */
const LOT = 500

/** Milliseconds between beats of the leader, and without one after which another process leads. */
const BEAT_MS = 1_000
const LEADERLESS_MS = 2_500

/**
 * Begins the notice of a beat, followed by the id of its process. Without an id it says only that the connection works,
 * and not that changes are published. Other notices are JSON.
 */
const BEAT = 'beat '

/** Asks the leader to look for notes. */
const LOOK = 'look'

/** Milliseconds without a notice after which desks may miss changes. */
const SILENT_MS = 5_000

/** Milliseconds in which a process must hear its own first beat. */
const PROOF_MS = 5_000

/**
 * Publishes the notes of PostgreSQL's table `changes` in the feeds of all processes. One process leads: it deletes the
 * notes and sends them with NOTIFY, in one transaction. NOTIFY takes a lock of the whole cluster until its commit is
 * done, so no other transaction uses it. Two leaders for a moment do no harm, because each note is deleted once.
 * @param address of PostgreSQL itself
 * @throws {ConfigError} if this process does not hear itself there
 */
export async function relayChanges({
  db,
  address,
  feed,
  pace = PACE,
}: {
  db: Connections
  address: { setting: 'DATABASE_URL' | 'DATABASE_LISTEN_URL'; url: string }
  feed: ChangeFeed
  pace?: FeedPace
}): Promise<RunningFeed> {
  const id = randomUUID()
  const notes = new Notes(db, pace)
  // After a note was published, or was asked for, the leader looks often anyway.
  const asked = pace.busy / 2
  let isLeader = true
  let [beatAt, heardAt] = [performance.now(), performance.now()]
  let awakeUntil = Number.NEGATIVE_INFINITY
  let [hearItself, look] = [() => {}, () => {}]
  const itself = new Promise<boolean>((resolve) => {
    hearItself = () => resolve(true)
  })
  const listener = await listenToNotices(address.url, CHANNEL, {
    onNotice(payload) {
      if (payload === BEAT) return
      if (payload === LOOK) return isLeader ? look() : undefined
      heardAt = performance.now()
      if (!payload.startsWith(BEAT)) {
        awakeUntil = heardAt + asked
        return feed.publish(payload)
      }
      beatAt = heardAt
      const from = payload.slice(BEAT.length)
      if (from === id) hearItself()
      // Of two leaders, one steps down.
      else if (from < id) isLeader = false
    },
    onLost: () => db.renew(),
    onMissed() {
      notes.lookAtAll()
      feed.reset()
    },
  }).catch((error: unknown) => {
    throw unheard(address.setting, error instanceof Error ? error.message : String(error))
  })
  // The first goes to the database whose changes must be heard.
  await sql`select pg_notify(${CHANNEL}, ${BEAT + id})`.execute(db)
  if (!(await isHeard(itself))) {
    await listener.stop()
    throw unheard(address.setting, null)
  }
  const leading = repeat(async () => {
    if (performance.now() - beatAt > LEADERLESS_MS) isLeader = true
    // Not on `db`, whose connections may wait for a standby. Silence would replace them by others that wait as well.
    const from = notes.isPublishing ? id : ''
    // Without the id, or without a beat, another process takes over.
    if (isLeader) await listener.send(BEAT + from).catch(() => undefined)
    return BEAT_MS
  })
  const publishing = repeat(async () => {
    if (isLeader) await notes.publish()
    return notes.isBusy ? LOOK_MS : pace.idle
  })
  look = publishing.wake
  const following = followServer(db, listener, pace.follow)
  const endAsking = db.onInsert('changes', () => {
    if (isLeader) return look()
    if (performance.now() < awakeUntil) return
    awakeUntil = performance.now() + asked
    // A leader that does not hear it looks soon.
    listener.send(LOOK).catch(() => undefined)
  })
  return {
    trouble: () =>
      performance.now() - heardAt > SILENT_MS
        ? `The connection that reports changes has been silent for ${SILENT_MS / 1000} s.`
        : null,
    async stop() {
      endAsking()
      await Promise.all([leading.stop(), publishing.stop(), following.stop(), listener.stop()])
    },
  }
}

/** Lets the connection that listens lead to the server that the others use. */
function followServer(db: Connections, { follow }: Notices, every: number): Stoppable {
  const look = async () => {
    const { rows } = await sql<{ at: string }>`select ${sql.raw(STARTED_AT)} as at`.execute(db.reads.record)
    for (const { at } of rows) await follow(at)
  }
  return repeat(async () => {
    // A failure is noticed elsewhere.
    await look().catch(() => undefined)
    return every
  })
}

async function isHeard(itself: Promise<boolean>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined
  const silence = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), PROOF_MS)
  })
  return Promise.race([itself, silence]).finally(() => clearTimeout(late))
}

function unheard(setting: 'DATABASE_URL' | 'DATABASE_LISTEN_URL', reason: string | null): ConfigError {
  const why = reason === null ? '' : ` (${reason})`
  return new ConfigError(
    setting === 'DATABASE_URL'
      ? `DATABASE_URL reports no changes${why}: it may lead to a pooler in transaction mode, such as PgBouncer. Set DATABASE_LISTEN_URL to the address of PostgreSQL itself.`
      : `DATABASE_LISTEN_URL reports no changes of DATABASE_URL${why}: it must lead to the same database without a pooler in transaction mode.`,
  )
}

/** Milliseconds between looks at all notes instead of the newest. */
const WHOLE_MS = 60_000

/** Milliseconds by which a look may be late. */
const LATE_MS = 1_500

/** The notes that wait in the table. */
class Notes {
  readonly #db: Connections
  readonly #pace: FeedPace
  /**
   * Notes up to this id were deleted a minute ago or more. They are passed over: while an old transaction is open, such
   * as a backup's, PostgreSQL has to read deleted rows, too.
   */
  #floor = 0
  /** The newest id at the last look at all notes, and now. */
  #following = 0
  #newest = 0
  #wholeAt = performance.now()
  #publishedAt = performance.now()
  #foundAt = Number.NEGATIVE_INFINITY
  #isFailing = false

  constructor(db: Connections, pace: FeedPace) {
    this.#db = db
    this.#pace = pace
  }

  /** The ids may have begun anew, in another server. */
  lookAtAll(): void {
    this.#floor = 0
    this.#following = 0
    this.#newest = 0
  }

  /** Whether the last look at the table is recent and succeeded. */
  get isPublishing(): boolean {
    return performance.now() - this.#publishedAt < this.#pace.idle + LATE_MS
  }

  /** Whether a note was found recently, so that others may follow soon. */
  get isBusy(): boolean {
    return performance.now() - this.#foundAt < this.#pace.busy
  }

  /** Publishes the notes that were committed. A failure is logged once, and repeated. */
  async publish(): Promise<void> {
    try {
      const isWhole = performance.now() - this.#wholeAt > WHOLE_MS
      const floor = isWhole ? 0 : this.#floor
      while ((await this.#exist(floor)) && (await this.#takeLot(floor)) === LOT);
      if (isWhole) {
        this.#wholeAt = performance.now()
        this.#floor = this.#following
        this.#following = this.#newest
      }
      this.#publishedAt = performance.now()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'Changes could not be published')
      this.#isFailing = true
    }
  }

  async #exist(floor: number): Promise<boolean> {
    const query = this.#db.reads.record.selectFrom('changes').select('id').where('id', '>', floor)
    return (await query.orderBy('id').limit(1).executeTakeFirst()) !== undefined
  }

  async #takeLot(floor: number): Promise<number> {
    const { rows } = await this.#db.transaction().execute(async (within) => {
      // A commit that waited for a standby would hold the lock of NOTIFY. A note that returns is published again.
      await sql`set local synchronous_commit = local`.execute(within)
      return sql<{ id: number }>`
        with due as (select id from changes where id > ${floor} order by id limit ${LOT} for update skip locked),
          taken as (delete from changes using due where changes.id = due.id returning changes.id, note)
        select id, pg_notify(${CHANNEL}, note) from (select id, note from taken order by id) as sorted`.execute(
        within,
      )
    })
    if (rows.length > 0) this.#foundAt = performance.now()
    for (const { id } of rows) this.#newest = Math.max(this.#newest, id)
    return rows.length
  }
}
