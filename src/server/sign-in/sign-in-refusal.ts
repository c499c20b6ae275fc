import { Refusal } from '../http/refusal.ts'

/**
 * A sign-in that ends here: 400 start again, 401 this identity is not let in, 502 the provider is down or
 * misconfigured. The message is for staff; the cause is for the server's log and never leaves it.
 */
export class SignInRefusal extends Refusal {
  constructor(status: 400 | 401 | 502, message: string, cause?: unknown) {
    super(status, message)
    this.cause = cause
  }

  /** One line for whoever runs the server: the messages of the chain of causes, without the data they carry. */
  get reason(): string {
    const reasons: string[] = []
    for (
      let cause = this.cause;
      cause !== undefined;
      cause = cause instanceof Error ? cause.cause : undefined
    ) {
      if (cause instanceof Error) reasons.push(describe(cause))
      else if (typeof cause === 'string') reasons.push(cause)
    }
    return reasons.join(' < ').replace(/\s+/g, ' ')
  }
}

function describe(error: Error): string {
  // What a token endpoint answers with (RFC 6749, section 5.2), such as a client secret that has run out.
  const answered = 'error_description' in error ? ` ${String(error.error_description)}` : ''
  return `${error.message}${answered}`
}
