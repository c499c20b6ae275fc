import { readTypedParcel } from '../../../domain/freight/parcels.ts'
import { readItem, readPieces, withScanned } from '../../../domain/orders/item-check.ts'
import type { Opened, Station, StationEffect, StationRules, Stepped } from './station.ts'

/**
 * A scanned or typed text. With an open order it may be a parcel ('22x60x30 11.4'), an item or a number of pieces; any
 * other text is the code of an order.
 */
export function submitted(state: Station, text: string, { verifiesItems }: StationRules): Stepped {
  const code = text.trim().replace(/^#/, '')
  if (code === '') return { state, effects: [] }
  const { phase } = state
  if (phase.name === 'booking') return { state: { ...state, next: code }, effects: [] }
  const parcel = readTypedParcel(code)
  if (phase.name === 'opening' && parcel)
    return { state: { ...state, phase: { ...phase, parcel } }, effects: [] }
  if (phase.name === 'opening' && phase.behind) {
    const after = verifiesItems ? checked(phase.behind, code) : null
    // The previous code may still turn out to be a wrong item, which must be reported.
    return after
      ? { state: { ...state, phase: { ...phase, behind: after.opened } }, effects: after.effects }
      : opening(state, code, phase.behind)
  }
  if (phase.name !== 'open') return opening(state, code, null)
  const { opened } = phase
  if (parcel) return open(state, { opened: { ...opened, parcel }, alert: null, effects: [] })
  const after = verifiesItems ? checked(opened, code) : null
  return after ? open(state, after) : opening(state, code, opened)
}

function opening(state: Station, code: string, behind: Opened | null): Stepped {
  return {
    state: { ...state, phase: { name: 'opening', code, behind, parcel: null } },
    effects: [{ type: 'open', code }],
  }
}

interface Checked {
  opened: Opened
  alert: string | null
  effects: readonly StationEffect[]
}

function open(state: Station, { opened, alert, effects }: Checked): Stepped {
  return { state: { ...state, phase: { name: 'open', opened, alert } }, effects }
}

/** The order after the scan of one of its items or a number of pieces; null if the text is neither. */
function checked(opened: Opened, text: string): Checked | null {
  const item = readItem(opened.items, text)
  if (!item) {
    const pieces = readPieces(text)
    return pieces === null ? null : { opened: { ...opened, pieces }, alert: null, effects: [] }
  }
  const pieces = item.pieces === 1 ? (opened.pieces ?? 1) : item.pieces
  const after = withScanned(opened.items, { ...item, pieces })
  if ('wrong' in after) {
    return {
      opened: { ...opened, pieces: null },
      alert: after.wrong,
      effects: [{ type: 'sound', sound: 'wrong' }],
    }
  }
  return {
    opened: { ...opened, pieces: null, items: after.items },
    alert: null,
    effects: [{ type: 'sound', sound: 'right' }],
  }
}
