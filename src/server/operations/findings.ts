/** Result of a check: fine, or in need of attention. */
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
