import { useEffect, useState } from 'react'
import { serverResponds } from '../state/new-version.ts'

/** A screen whose script could not be loaded: offline, or because the server has a newer version only. */
export class ScreenNotLoaded extends Error {
  override name = 'ScreenNotLoaded'
  override message = 'This screen could not be loaded.'
}

/** Loads a screen's script. Rejects with ScreenNotLoaded. */
export function screenScript<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((error: unknown) => {
      throw new ScreenNotLoaded(undefined, { cause: error })
    })
}

const EVERY_MS = 5_000

/** The address that was last reloaded because its script was missing, and when, in ms. */
const RELOADED_KEY = 'reloaded-screen'

/** A second failure within this time is not mended by a reload. */
const SOON_MS = 60_000

/** Reloads the page, but not again and again if the script is missing on the server too. */
function reloadOnce(): boolean {
  const [address, at] = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
  if (address === location.pathname && Date.now() - Number(at) < SOON_MS) return false
  reload()
  return true
}

function reload(): void {
  sessionStorage.setItem(RELOADED_KEY, `${location.pathname} ${Date.now()}`)
  location.reload()
}

interface ScriptRetry {
  /** In a sentence. */
  state: string
  retry(): void
}

const TRYING = 'Trying again…'
const UNREACHABLE = 'The server does not respond. The console tries again every few seconds.'
const FAILED_AGAIN = 'It failed again. Try once more, or open another screen.'

/**
 * Reloads the page once the server responds: browsers do not load a failed script again, and a newer version has others.
 * Until then a reload would replace the console with an error page of the browser. Drafts survive it.
 */
export function useScriptRetry(): ScriptRetry {
  const [state, setState] = useState(TRYING)
  useEffect(() => {
    let there = true
    const check = async () => {
      const responds = await serverResponds()
      if (!there) return
      if (!responds) return setState(UNREACHABLE)
      stop()
      if (!reloadOnce()) setState(FAILED_AGAIN)
    }
    const timer = setInterval(check, EVERY_MS)
    const stop = () => clearInterval(timer)
    window.addEventListener('online', check)
    void check()
    return () => {
      there = false
      stop()
      window.removeEventListener('online', check)
    }
  }, [])
  return {
    state,
    async retry() {
      setState(TRYING)
      if (await serverResponds()) reload()
      else setState(UNREACHABLE)
    },
  }
}
