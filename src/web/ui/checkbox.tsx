import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Whether only some of the represented items are checked. */
  indeterminate?: boolean
}

const MARK = 'pointer-events-none invisible col-start-1 row-start-1 size-2.5 stroke-[3.5] text-on-accent'

/** A 14 px check box. `className` is for the box around it. */
export function Checkbox({ className, indeterminate = false, ...rest }: CheckboxProps) {
  return (
    <span className={clsx('relative inline-grid size-3.5 shrink-0 place-items-center', className)}>
      <input
        {...rest}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
        type="checkbox"
        className="peer col-start-1 row-start-1 size-3.5 appearance-none rounded-[3px] border border-line-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line disabled:bg-surface-2"
      />
      <Check className={clsx(MARK, 'peer-checked:visible')} aria-hidden="true" />
      <Minus className={clsx(MARK, 'peer-indeterminate:visible')} aria-hidden="true" />
    </span>
  )
}
