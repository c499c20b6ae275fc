import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../routing/paths.ts'
import { onSessionChange, readToken, takeReturnAddress } from '../../state/session.ts'
import { acceptStoredToken, loginAddress, loginFailure, readLoginFailure } from './sign-in.ts'
import { SignInPanel } from './sign-in-panel.tsx'

/** The sign-in screen (section 4): busy while it checks a stored token, then a button. */
export function Component() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [busy, setBusy] = useState(() => readToken() !== null)
  const [failure, setFailure] = useState(() => readLoginFailure(state))

  useEffect(() => {
    let there = true
    void acceptStoredToken().then((accepted) => {
      if (!there) return
      if (accepted) navigate(paths.list('order'), { replace: true })
      else setBusy(false)
    })
    return () => {
      there = false
    }
  }, [navigate])

  // The user may sign in in another tab.
  useEffect(
    () =>
      onSessionChange(
        () => readToken() !== null && navigate(takeReturnAddress() ?? paths.list('order'), { replace: true }),
      ),
    [navigate],
  )

  // On Back from the login page, the browser may restore this page in its busy state.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  const login = () => {
    setBusy(true)
    setFailure(null)
    loginAddress().then(
      (address) => location.assign(address),
      (error: unknown) => {
        setFailure(loginFailure(error))
        setBusy(false)
      },
    )
  }
  return <SignInPanel busy={busy} failure={failure} onLogin={login} />
}
