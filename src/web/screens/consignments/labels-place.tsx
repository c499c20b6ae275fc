/** The place of a label of 100 × 150 mm, shown at once while the labels and their renderer are loading. */
export function LabelsPlace() {
  return (
    <div className="flex min-h-0 flex-1 flex-col" aria-busy="true">
      <div className="h-9 shrink-0 border-b border-line" />
      <div className="scroll-pane flex justify-center bg-bg p-8 max-sm:p-4">
        <span className="sr-only" role="status">
          Loading the labels
        </span>
        <div className="h-[150mm] w-[100mm] max-w-full shrink-0 rounded-[2px] bg-white shadow-2" />
      </div>
    </div>
  )
}
