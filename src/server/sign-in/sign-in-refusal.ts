import { Refusal } from '../http/refusal.ts'

/**
 * A failed sign-in: 400 start again, 401 this identity may not sign in, 502 the provider is down or
 * misconfigured. The message is for staff, the cause only for the server's log.
 */
export class SignInRefusal extends Refusal {
  constructor(status: 400 | 401 | 502, message: string, cause?: unknown) {
    super(status, message)
    this.cause = cause
  }

  /** One line for the operator: the messages of the chain of causes, without their data. */
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
  // Error response of a token endpoint (RFC 6749, section 5.2), such as for an expired client secret.
  const answered = 'error_description' in error ? ` ${String(error.error_description)}` : ''
  return `${error.message}${answered}`
}
