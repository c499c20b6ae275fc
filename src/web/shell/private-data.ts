import { queryClient } from '../api/query-client.ts'
import { whenIdle } from '../api/when-idle.ts'
import { deleteRecordsExcept, lastStoredAt } from '../record-index/stored-records.ts'
import { now } from '../state/clock.ts'
import { currentUser, hasValidToken, onSessionChange, onSignOut } from '../state/session.ts'
import { forgetDraftsBut } from '../storage/drafts.ts'

/** Milliseconds for which the record index is kept after a session expires, at most (SIGN-9). */
const INDEX_KEPT_MS = 24 * 60 * 60_000

const CHECK_EVERY_MS = 60 * 60_000

/**
 * Deletes data that is not the current user's. Sign-out deletes the record index, all drafts and the query cache; another
 * user's sign-in deletes those of other users. An expired session keeps the drafts, and the index for a day. This
 * runs in every tab, because a tab may be opened only to sign out.
 */
export function guardPrivateData(): void {
  onSignOut(() => {
    forgetBut(currentUser())
    queryClient.clear()
  })
  onSessionChange(forgetOthers)
  whenIdle(forgetOthers)
  whenIdle(forgetOldIndex)
  setInterval(forgetOldIndex, CHECK_EVERY_MS)
}

function forgetBut(user: string): void {
  forgetDraftsBut(user)
  deleteRecordsExcept(user).catch(ignore)
}

function forgetOthers(): void {
  const user = currentUser()
  if (user !== '') forgetBut(user)
}

function forgetOldIndex(): void {
  if (hasValidToken(now())) return
  lastStoredAt()
    .then((keptAt) => (now() - keptAt >= INDEX_KEPT_MS ? deleteRecordsExcept('') : undefined))
    .catch(ignore)
}

/** If storage is forbidden, there is no data to delete. */
function ignore(): void {}
