import type { CommandContext } from './context.ts'

/** Copies a code and says so. */
export async function copyCode(code: string, { powers }: CommandContext): Promise<void> {
  await powers.copy(code)
  powers.notify('success', `Copied ${code}`)
}
