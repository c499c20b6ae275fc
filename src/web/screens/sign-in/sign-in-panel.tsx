import { useEffect, useRef } from 'react'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Kbd } from '../../ui/keycap.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { LoginFailure } from './sign-in.ts'

interface SignInPanelProps {
  busy: boolean
  failure: LoginFailure | null
  onLogin: () => void
}

/** The content of the sign-in screens. The button has the focus whenever it is enabled. */
export function SignInPanel({ busy, failure, onLogin }: SignInPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (busy) heading.current?.focus()
    else button.current?.focus()
  }, [busy])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-title">
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
        ref={button}
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
