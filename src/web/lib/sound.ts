/** A tone: frequency in Hz, and start and length in seconds. */
interface Tone {
  hz: number
  from: number
  for: number
}

const SOUNDS = {
  right: [{ hz: 1320, from: 0, for: 0.07 }],
  done: [
    { hz: 880, from: 0, for: 0.09 },
    { hz: 1320, from: 0.1, for: 0.16 },
  ],
  wrong: [
    { hz: 196, from: 0, for: 0.22 },
    { hz: 165, from: 0.26, for: 0.4 },
  ],
} satisfies Record<string, readonly Tone[]>
type Sound = keyof typeof SOUNDS

const VOLUME = 0.3
/** Seconds in which a tone fades, because an abrupt end clicks. */
const FADE = 0.02

let audio: AudioContext | null = null

/** Plays a sound. Silent in browsers without sound, and before the user's first key press. */
export function playSound(sound: Sound): void {
  if (!('AudioContext' in window)) return
  audio ??= new AudioContext()
  const context = audio
  void context.resume()
  for (const tone of SOUNDS[sound]) {
    const start = context.currentTime + tone.from
    const end = start + tone.for
    const oscillator = new OscillatorNode(context, { type: 'square', frequency: tone.hz })
    const gain = new GainNode(context, { gain: VOLUME })
    gain.gain.setValueAtTime(VOLUME, end - FADE)
    gain.gain.linearRampToValueAtTime(0, end)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(end)
  }
}
