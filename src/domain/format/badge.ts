/** Colours of badges and flags. The console maps each one to a design token. */
export type Tone = 'red' | 'orange' | 'amber' | 'yellow' | 'lime' | 'green' | 'sky' | 'grey' | 'neutral'

/** The words and colour of a badge. */
export interface ShownStatus {
  label: string
  tone: Tone
}
