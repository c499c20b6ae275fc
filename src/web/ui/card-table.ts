/** Classes of a simple table in a card. The card is its container. */
export const CARD_HEAD =
  'h-7 border-b border-line bg-surface-2 px-3 text-small font-medium whitespace-nowrap text-fg-3 @max-[560px]:px-2'
export const CARD_CELL = 'h-8 px-3 @max-[560px]:px-2 @max-[560px]:py-1.5'
export const FIGURE = 'text-right tabular whitespace-nowrap'
/** Separator lines between rows. */
export const CARD_ROWS = '[&>tr:not(:last-child)>td]:border-b [&>tr>td]:border-line-soft'
