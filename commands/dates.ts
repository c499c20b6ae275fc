import { nameKeys } from './engine/command.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Dates'

/** The keys of a date field and of its calendar, which handle them themselves. */
export const dateCommands = [
  nameKeys({
    id: 'day.step',
    title: 'Next or previous day',
    section,
    keys: ['ArrowUp', 'ArrowDown'],
    layers: ['page', 'dialog'],
    fields: 'inside',
    hint: { label: 'Day', group: 'move' },
    offered: ({ targets }) => offeredWhen(targets.day?.calendarOpen === false),
  }),
  nameKeys({
    id: 'day.calendar',
    title: 'Open the calendar',
    section,
    keys: ['alt+ArrowDown'],
    layers: ['page', 'dialog'],
    fields: 'inside',
    hint: { label: 'Calendar', group: 'move' },
    offered: ({ targets }) => offeredWhen(targets.day?.calendarOpen === false),
  }),
  nameKeys({
    id: 'calendar.move',
    title: 'Choose a day',
    section,
    keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'],
    layers: ['dialog'],
    hint: { label: 'Choose', group: 'move' },
    offered: ({ targets }) => offeredWhen(targets.day?.calendarOpen === true),
  }),
  nameKeys({
    id: 'calendar.month',
    title: 'Next or previous month',
    section,
    keys: ['PageUp', 'PageDown'],
    layers: ['dialog'],
    hint: { label: 'Month', group: 'move' },
    offered: ({ targets }) => offeredWhen(targets.day?.calendarOpen === true),
  }),
  nameKeys({
    id: 'calendar.take',
    title: 'Use this day',
    section,
    keys: ['Enter'],
    layers: ['dialog'],
    hint: { label: 'Use', group: 'next' },
    offered: ({ targets }) => offeredWhen(targets.day?.calendarOpen === true),
  }),
]
