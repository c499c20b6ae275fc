import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { takeFocus } from '../../lib/return-focus.ts'
import { paths } from '../../routing/paths.ts'
import { onSessionChange, readToken, takeReturnAddress } from '../../state/session.ts'
import { Alert, FailureText } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/keycap.tsx'
import { Spinner } from '../../ui/progress.tsx'
import {
  acceptStoredToken,
  type LoginFailure,
  loginAddress,
  loginFailure,
  readLoginFailure,
} from './sign-in.ts'

/** The sign-in screen (SIGN-3): busy while it checks a stored token, then a button. */
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
    // The user may sign in in another tab. On Back from the login page, the browser may restore this page in its busy
    // state.
    const stop = onSessionChange(() => {
      if (readToken() === null) setBusy(false)
      else navigate(takeReturnAddress() ?? paths.list('order'), { replace: true })
    })
    return () => {
      there = false
      stop()
    }
  }, [navigate])

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

interface SignInPanelProps {
  busy: boolean
  failure: LoginFailure | null
  onLogin: () => void
}

/** The content of the sign-in screens. The button has the focus whenever it is enabled. */
export function SignInPanel({ busy, failure, onLogin }: SignInPanelProps) {
  return (
    <>
      <h1 ref={busy ? takeFocus : undefined} tabIndex={-1} className="text-title">
        Sign in
      </h1>
      <p className="mt-1 mb-5 text-balance text-fg-2">
        Please log in with your organisation’s Outlook email account.
      </p>
      {failure && (
        <Alert tone="error" title={MESSAGES.somethingWrong} className="mb-4">
          <p>{MESSAGES.loginFailed}</p>
          <FailureText message={MESSAGES.loginFailedDetail} reason={failure.reason} />
        </Alert>
      )}
      <Button
        ref={busy ? undefined : takeFocus}
        variant="primary"
        size="large"
        disabled={busy}
        aria-busy={busy || undefined}
        className="relative"
        onClick={onLogin}
      >
        {busy && <Spinner />}
        Login with Microsoft
        {!busy && <Kbd className="absolute right-2 pointer-coarse:hidden">Enter</Kbd>}
      </Button>
    </>
  )
}
