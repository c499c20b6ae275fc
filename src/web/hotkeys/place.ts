import type { CommandContext, Layer } from '../../../commands/engine/context.ts'
import { isField } from '../commands/key-press.ts'

/** The context of a key pressed in `target`, whose field and layer may be newer than what was registered. */
export function contextAt(context: CommandContext, target: Element | null): CommandContext {
  return { ...context, typing: isField(target), layer: layerAt(context, target) }
}

/** A menu or dialog without a registered layer is one all the same if it contains the focus. */
function layerAt({ layer }: CommandContext, target: Element | null): Layer {
  if (layer !== 'page' || !target) return layer
  if (target.closest('[role=menu], [role=listbox]')) return 'menu'
  return target.closest('[role=dialog], [role=alertdialog]') ? 'dialog' : 'page'
}
