/**
 * What a server's reason adds to the message that it is shown with; null if it adds nothing. Servers may repeat the
 * sentence of the catalogue, alone or before their reason.
 */
export function reasonBeside(message: string, reason: string | null): string | null {
  if (reason === null || message.includes(reason.trim())) return null
  return reason.replace(message, '').trim() || null
}
