import { useEffect } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { readToken, takePlace } from '../../state/session.ts'
import { finishSignIn } from './sign-in.ts'
import { SignInPanel } from './sign-in-panel.tsx'
import { LOGIN_FAILED } from './sign-in-screen.tsx'

/** Starts the exchange, once per visit: a component may be mounted twice, and a code is good for one exchange. */
export function signInCallbackLoader({ request }: LoaderFunctionArgs) {
  if (readToken() !== null) return redirect(paths.orders())
  return { signedIn: finishSignIn(new URL(request.url).searchParams) }
}

/** Where the login page sends the browser back to: busy until the code is exchanged. */
export function SignInCallback() {
  const { signedIn } = useLoaderData<{ signedIn: Promise<boolean> }>()
  const navigate = useNavigate()
  useEffect(() => {
    let there = true
    void signedIn.then((succeeded) => {
      if (!there) return
      if (succeeded) navigate(takePlace() ?? paths.orders(), { replace: true })
      else navigate(paths.signIn(), { replace: true, state: LOGIN_FAILED })
    })
    return () => {
      there = false
    }
  }, [signedIn, navigate])
  return <SignInPanel busy failed={false} onLogin={() => undefined} />
}
