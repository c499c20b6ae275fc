import { expect, test } from 'vitest'
import { createCouriers } from '../../src/server/create-couriers.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { onEachDatabase } from './databases.ts'

onEachDatabase((database) => {
  test.each([
    ['none', undefined, ['aramex', 'castleparcels', 'nzcouriers', 'nzpost', 'posthaste', 'titus']],
    ['one for both branches', '4180', ['gosweetspot']],
    ['one for each branch', '4180,4181', ['gosweetspot-auckland', 'gosweetspot-christchurch']],
  ])('GoSweetSpot sites: %s', (_, sites, slugs) => {
    const config = readConfig(sites ? { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: sites } : {})
    const couriers = createCouriers({ config, db: database.db, clock: Date.now })
    expect(couriers.map(({ slug }) => slug)).toEqual(slugs)
  })
})
