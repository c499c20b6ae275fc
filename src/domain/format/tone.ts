/** The colours of badges and flags. Which token each one is belongs to the console. */
export type Tone = 'red' | 'orange' | 'amber' | 'yellow' | 'lime' | 'green' | 'sky' | 'grey' | 'neutral'
