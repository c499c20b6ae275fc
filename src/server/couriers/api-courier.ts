import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Capability } from '../../contract/capabilities.ts'
import type { Paper } from '../../contract/printing.ts'
import type { Database } from '../db/schema.ts'
import type { CourierAccounts } from '../platform/courier-settings.ts'
import type { ServerPrinter } from '../printing/printer.ts'
import type { Courier } from './courier.ts'

/** A printer of a courier's print agent: our name for it, and the agent's. */
export interface AgentAddress {
  name: string
  paper: Paper
  agentPrinter: string
}

/** A courier, or a gateway to several, with an API. */
interface ApiCourierParts<Own> {
  /** Its account; null if the installation has none. */
  account(accounts: CourierAccounts): Own | null
  /** Its sites, each a courier with a slug of its own. */
  create(settings: Own): Courier[]
  /** What the console may use with it. */
  capabilities(settings: Own): Capability[]
  /** For the operator: what is right if `check` of its couriers finds no problem. */
  checked: string
  /** Receives what it sends, at `/couriers/<path>`. Without settings it answers 404. */
  webhook?: { path: string; routes(deps: { db: Kysely<Database> }, settings: Own | null): Hono }
  /** A printer of its print agent. */
  printer?(settings: Own, address: AgentAddress): ServerPrinter
}

/** What a courier with an API adds to an installation. Without its settings, that is only the path of its webhook. */
export interface ApiCourier {
  couriers: readonly Courier[]
  capabilities: readonly Capability[]
  checked: string
  webhook: { path: string; routes(deps: { db: Kysely<Database> }): Hono } | null
  printer: ((address: AgentAddress) => ServerPrinter) | null
}

/** Declares a courier with an API. The returned function takes the accounts of an installation. */
export function apiCourier<Own>(parts: ApiCourierParts<Own>): (accounts: CourierAccounts) => ApiCourier {
  const { create, capabilities, checked, webhook, printer } = parts
  return (accounts) => {
    const settings = parts.account(accounts)
    return {
      couriers: settings === null ? [] : create(settings),
      capabilities: settings === null ? [] : capabilities(settings),
      checked,
      webhook: webhook ? { path: webhook.path, routes: (deps) => webhook.routes(deps, settings) } : null,
      printer: printer && settings !== null ? (address) => printer(settings, address) : null,
    }
  }
}
