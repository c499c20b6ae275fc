import { useEffect } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router-dom'
import { paths } from '../../routing/paths.ts'
import { readToken, takeReturnAddress } from '../../state/session.ts'
import { defaultView, finishSignIn, type LoginFailure } from './sign-in.ts'
import { SignInPanel } from './sign-in-screen.tsx'

/** Starts the exchange in the loader, because a component may mount twice and a code is valid for one exchange. */
export function loader({ request }: LoaderFunctionArgs) {
  if (readToken() !== null) return redirect(paths.list('order'))
  return { finished: finishSignIn(new URL(request.url).searchParams) }
}

/** The page to which the login page redirects. Busy until the code is exchanged. */
export function Component() {
  const { finished } = useLoaderData<{ finished: Promise<LoginFailure | null> }>()
  const navigate = useNavigate()
  useEffect(() => {
    let there = true
    void finished.then(async (failure) => {
      if (!there) return
      if (failure === null) {
        const address = takeReturnAddress() ?? (await defaultView()) ?? paths.list('order')
        if (there) navigate(address, { replace: true })
      } else navigate(paths.signIn(), { replace: true, state: failure })
    })
    return () => {
      there = false
    }
  }, [finished, navigate])
  return <SignInPanel busy failure={null} onLogin={() => undefined} />
}
