/** What a check found: nothing to do, or something that needs attention. */
export interface Finding {
  check: string
  needsAttention: boolean
  detail: string
}

export function fine(check: string, detail: string): Finding {
  return { check, needsAttention: false, detail }
}

export function attention(check: string, detail: string): Finding {
  return { check, needsAttention: true, detail }
}
