/**
 * The expected cost of a read, written as a comment into its SQL: `list` takes a few milliseconds, `deep` skips many
 * rows first. Each class has its own connections, so that reading one record never waits for a list.
 */
export const READ_MARKS = { list: '/* list */', deep: '/* deep list */' }

/**
 * The isolation level that marks a transaction as patient: it waits for all others of its kind, see `exclusively`.
 * Such transactions run one after another.
 */
export const PATIENT = 'serializable'
