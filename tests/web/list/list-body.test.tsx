import { createColumnHelper } from '@tanstack/react-table'
import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { CallError } from '../../../src/web/api/client.ts'
import { ListBody } from '../../../src/web/list/define-list.tsx'
import { useListRows } from '../../../src/web/list/use-list-rows.ts'
import type { Features } from '../../../src/web/table/features.ts'

interface Note {
  id: string
}

const helper = createColumnHelper<Features, Note>()
const columns = [helper.accessor('id', { header: 'Note ID' })]
const noteId = ({ id }: Note) => id
const ENDS = 'Lists end at page 500. Narrow the search or the filters to see more.'

interface ListProps {
  page?: number
  count?: number
  error?: Error
}

function List({ page = 1, count = 0, error }: ListProps) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: String(index) }))
  const [answer] = useState(() => ({
    data: error ? undefined : { rows, unreadable: 0 },
    error: error ?? null,
    refetch: () => undefined,
  }))
  const list = useListRows({ noun: 'notes', address: '/notes', answer, rowId: noteId })
  return (
    <ListBody
      label="Notes"
      list={list}
      columns={columns}
      rowId={noteId}
      phoneRow={noteId}
      failure="Failed to load notes"
      empty={null}
      paging={{ page, pages: page, pathOf: (to) => `/notes?page=${to}` }}
    />
  )
}

const show = (props: ListProps) => render(<List {...props} />, { wrapper: MemoryRouter })

test.each([
  [500, 200, true],
  [500, 199, false],
  [499, 200, false],
])('page %i with %i rows says that lists end here: %s', (page, count, isSaid) => {
  show({ page, count })
  expect(screen.queryByText(ENDS) !== null).toBe(isSaid)
})

test.each([429, 503])('a list that is refused with %i shows the reason of the server', (status) => {
  show({ error: new CallError(status, "The server's disk is full.") })
  expect(screen.getByText('Failed to load notes')).toBeTruthy()
  expect(screen.getByText("The server's disk is full.")).toBeTruthy()
})

test('a list with an internal error shows no reason', () => {
  show({ error: new CallError(500, 'The server could not do this.') })
  expect(screen.getByRole('alert').textContent).toContain('Failed to load notes')
  expect(screen.queryByText('The server could not do this.')).toBeNull()
})
