const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether a host name or address stays on this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}
