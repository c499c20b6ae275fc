import { whenIdle } from '../api/when-idle.ts'
import { forgetRecordsBut, lastKeptAt } from '../record-index/index-storage.ts'
import { now } from '../state/clock.ts'
import { currentUser, hasValidToken, onSessionChange, onSignOut } from '../state/session.ts'
import { forgetDraftsBut } from '../storage/drafts.ts'

/** How long the record index outlives a session that has run out, at most (reading 2), in milliseconds. */
const INDEX_KEPT_MS = 24 * 60 * 60_000

const CHECK_EVERY_MS = 60 * 60_000

/**
 * Keeps in this browser what is its user's alone. A sign-out, by whatever way, clears the record index and all drafts,
 * and the sign-in of somebody else what is not theirs. A session that runs out leaves the drafts, and the index for a
 * day. Here and not where the data is used: the console may be opened for the sign-out alone.
 */
export function guardPrivateData(): void {
  onSignOut(() => forgetBut(currentUser()))
  onSessionChange(forgetOthers)
  whenIdle(forgetOthers)
  whenIdle(forgetOldIndex)
  setInterval(forgetOldIndex, CHECK_EVERY_MS)
}

function forgetBut(user: string): void {
  forgetDraftsBut(user)
  forgetRecordsBut(user).catch(ignore)
}

function forgetOthers(): void {
  const user = currentUser()
  if (user !== '') forgetBut(user)
}

function forgetOldIndex(): void {
  if (hasValidToken(now())) return
  lastKeptAt()
    .then((keptAt) => (now() - keptAt >= INDEX_KEPT_MS ? forgetRecordsBut('') : undefined))
    .catch(ignore)
}

/** Storage may be forbidden: then nothing is kept there either. */
function ignore(): void {}
